import { sql } from 'kysely'
import { businessDay, dayAfter } from '#shared/business-day.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Tx } from '#platform/db/tables.ts'
import { findRecipients } from '../src/recalls/find-recipients.ts'

const daysBack = 90

/**
 * An open recall of a lot that the buyer got, with replies of two other customers, and a case of suspect product. The
 * recall leaves sales on, and the suspect product is one that no one has ordered, so that the rest of the demo works.
 */
export const seedRecalls = async (tx: Tx, buyer: string, admin: string): Promise<void> => {
  const day = (offset: number) => dayAfter(businessDay('America/New_York'), offset)
  const officer = await tx.selectFrom('user_account').select('id').where('email', '=', admin).executeTakeFirst()
  if (!officer) return
  await seedRecall(tx, { buyer, officer: officer.id, day })
  await seedSuspect(tx, { officer: officer.id, day })
}

interface Seeding {
  officer: string
  day: (offset: number) => string
}

const seedRecall = async (tx: Tx, { buyer, officer, day }: Seeding & { buyer: string }): Promise<void> => {
  const { rows } = await sql<{ id: string; lot: string; maker: string }>`
    select product.id, lot, manufacturer as maker
    from trace_package
      join trace_shipment shipment on shipment.id = shipment_id
      join order_line line on line.order_id = shipment.order_id
      join product on product.id = line.product_id and substr(trace_package.gtin, 4, 10) = any(array[
        substr(ndc_key, 2), substr(ndc_key, 1, 5) || substr(ndc_key, 7), substr(ndc_key, 1, 9) || substr(ndc_key, 11)])
    where shipment.business_id = (select business_id from user_account where email = ${buyer}) and lot <> ''
    order by product.name, lot limit 1`.execute(tx)
  const [recalled] = rows
  if (!recalled) return
  const products = [{ productId: recalled.id, lots: [recalled.lot] }]
  const recipients = await findRecipients(tx, { products, since: day(-daysBack) })
  const recall = newId()
  await tx
    .insertInto('recall')
    .values({
      id: recall,
      firm: recalled.maker || 'Demo Manufacturing',
      firm_reference: 'RC-1042',
      class: 'II',
      depth: 'retail',
      level: 'A',
      reason: 'Some packages may have an illegible label.',
      instructions: 'Stop dispensing this lot, set it apart, and return it to us. We credit all of it.',
      sold_since: day(-daysBack),
      reply_by: day(-1),
      stops_sales: false,
      status: 'sent',
      created_by: officer,
      sent_at: new Date(`${day(-8)}T15:00:00Z`),
      sent_by: officer,
    })
    .execute()
  await tx
    .insertInto('recall_product')
    .values({ recall_id: recall, product_id: recalled.id, lots: [recalled.lot] })
    .execute()
  const stored = recipients.map((one) => ({ id: newId(), ...one }))
  await tx
    .insertInto('notice_recipient')
    .values(
      stored.map(({ id, businessId, account, name, basis, purchases }) => ({
        id,
        recall_id: recall,
        turn: 'recall' as const,
        business_id: businessId,
        account_number: account,
        name,
        basis,
        purchases: JSON.stringify(purchases),
        queued_at: new Date(`${day(-8)}T15:00:05Z`),
        mail_count: businessId ? 1 : 0,
      })),
    )
    .execute()
  const others = stored.filter(({ basis }) => basis === 'window')
  for (const { id, businessId, purchases } of others.slice(0, 2)) {
    const user = await tx
      .selectFrom('user_account')
      .select('id')
      .where('business_id', '=', businessId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .executeTakeFirst()
    if (!user) continue
    const repliedAt = new Date(`${day(-6)}T18:20:00Z`)
    const bought = purchases[0]?.pieces ?? 0
    await tx
      .insertInto('recall_reply')
      .values({
        id: newId(),
        recipient_id: id,
        replied_by: user.id,
        replied_at: repliedAt,
        lines: JSON.stringify([
          { productId: recalled.id, onHand: 0, returned: Math.floor(bought / 2), passedOn: Math.ceil(bought / 2) },
        ]),
        has_notified_customers: true,
      })
      .execute()
    await tx.updateTable('notice_recipient').set({ replied_at: repliedAt }).where('id', '=', id).execute()
  }
  const [missing] = others.slice(2)
  if (missing)
    await tx
      .insertInto('recall_call')
      .values({
        id: newId(),
        recipient_id: missing.id,
        called_by: officer,
        called_at: new Date(`${day(0)}T14:00:00Z`),
        result: 'no answer',
      })
      .execute()
}

const seedSuspect = async (tx: Tx, { officer, day }: Seeding): Promise<void> => {
  const product = await tx
    .selectFrom('product')
    .select('id')
    .where('is_published', '=', true)
    .where('dispensing', '=', 'Rx')
    .where('dea_schedule', '=', '')
    .where('ndc_key', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('order_line').select('line_no').whereRef('product_id', '=', 'product.id'))),
    )
    .orderBy('ndc_key', 'desc')
    .executeTakeFirst()
  if (!product) return
  const id = newId()
  await tx
    .insertInto('suspect_case')
    .values({
      id,
      product_id: product.id,
      reason: 'The outer cartons of a delivery had no tamper-evident seal.',
      sold_since: day(-30),
      sample: 'Quarantine cage, shelf 3',
      opened_at: new Date(`${day(-2)}T14:30:00Z`),
      opened_by: officer,
    })
    .execute()
  await tx.updateTable('product').set({ is_on_hold: true }).where('id', '=', product.id).execute()
  await tx
    .insertInto('suspect_note')
    .values({
      id: newId(),
      case_id: id,
      author_id: officer,
      text: 'Asked the manufacturer to verify the product identifiers of the delivery.',
      created_at: new Date(`${day(-1)}T15:00:00Z`),
    })
    .execute()
}
