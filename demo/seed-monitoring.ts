import { sql } from 'kysely'
import { evaluateRules } from '#compliance/monitoring/evaluate-rules.ts'
import { recordFlags } from '#compliance/monitoring/monitor-order.ts'
import { readHistory } from '#compliance/monitoring/read-history.ts'
import { underReview } from '#compliance/monitoring/review-shapes.ts'
import { ruleOf as rule } from '#compliance/monitoring/rule-shapes.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Tx } from '#platform/db/tables.ts'
import { countOrders } from '#reports/count-orders.ts'

/** Figures for looking around only: the product ships without any. */
const demoRules = [
  rule('past', { limit: 4, minimum: 5_000 }),
  rule('peers', { limit: 8, minimum: 10_000 }),
  rule('frequency', { days: 7, limit: 25, minimum: 5_000 }),
  rule('first', { mode: 'log', minimum: 1_000 }),
]

/** A signed version of the rules, and one order that it flags, of a customer that no other part of the demo uses. */
export const seedMonitoring = async (tx: Tx, adminId: string, others: readonly string[]): Promise<void> => {
  await fillFamilies(tx)
  await tx
    .insertInto('monitoring_rule_set')
    .values({
      id: newId(),
      number: 1,
      status: 'active',
      rules: JSON.stringify(demoRules),
      statement: 'Figures of the demo, for looking around. They are no recommendation.',
      created_by: adminId,
      signed_by: adminId,
      signed_at: new Date(),
    })
    .execute()
  const regular = await findRegular(tx, others)
  if (regular) await seedFlagged(tx, regular)
}

/** The catalog has generic names and package sizes; opioids of Schedules III to V are narcotics. */
const fillFamilies = async (tx: Tx): Promise<void> => {
  await sql`
    update product set drug_family = lower(generic_name), base_units = coalesce(pack_quantity, 1),
      is_narcotic = generic_name ~* 'codeine|buprenorphine|tramadol'
    where (dea_schedule in ('CIII', 'CIV', 'CV') or is_list_one) and generic_name <> '' and drug_family = ''`.execute(
    tx,
  )
}

interface Regular {
  businessId: string
  userId: string
  productId: string
  family: string
  strength: string
  baseUnits: number
  month: number
}

/** The customer and family with the largest usual month. */
const findRegular = async (tx: Tx, others: readonly string[]): Promise<Regular | undefined> => {
  const { rows } = await sql<Regular>`
    select line.business_id as "businessId", (array_agg(buyer.id order by buyer.id))[1] as "userId",
      line.product_id as "productId", line.drug_family as family, product.strength, product.base_units::float8 as "baseUnits",
      (sum(line.units) / count(distinct buyer.id) / 12)::float8 as month
    from controlled_line line join product on product.id = line.product_id
    join user_account buyer on buyer.business_id = line.business_id and buyer.is_active
    where state = 'shipped' and line.business_id <> all(${[...others]}::uuid[]) and product.dea_schedule in ('CIII', 'CIV', 'CV')
      and product.is_published and product.deleted_at is null and ordered_at > now() - interval '360 days'
    group by line.business_id, line.product_id, line.drug_family, product.strength, product.base_units
    order by month desc, line.product_id limit 1`.execute(tx)
  return rows[0]
}

const seedFlagged = async (tx: Tx, regular: Regular): Promise<void> => {
  const { businessId, userId, productId, family, strength, baseUnits, month } = regular
  const quantity = Math.ceil(Math.max(6 * month, 6_000) / baseUnits)
  const orderId = newId()
  await sql`
    with recorded as (
      insert into sales_order (id, business_id, user_id, placed_by, ship_full_name, ship_address, ship_city,
        ship_postal_code, ship_country, ship_region, shipping_method, purchase_order, items_price, total_price, line_count,
        bill_to_party_id, created_at, erp_state, erp_reference)
      select ${orderId}::uuid, business.id, ${userId}::uuid, ${userId}::uuid, shipto_name, shipto_address1, shipto_city,
        shipto_zip, shipto_country, shipto_state, 'UPS GROUND', '', product.price * ${quantity}::int,
        product.price * ${quantity}::int, 1, account_number, now() - interval '1 day', 'held', 'AP-DEMO-UNDER-REVIEW'
      from business cross join product where business.id = ${businessId}::uuid and product.id = ${productId}::uuid
      returning id
    ), waiting as (
      insert into order_hold (id, order_id, kind, reason) select ${newId()}::uuid, id, 'review', ${underReview} from recorded
    )
    insert into order_line (order_id, line_no, product_id, name, slug, image, unit_of_measure, quantity, price,
      ship_method, cold_status, dea_schedule, dispensing, is_narcotic, drug_family, base_units, needs_trace)
    select recorded.id, 1, product.id, name, ndc_number, image, unit_of_measure, ${quantity}::int, price, 'UPS GROUND',
      cold_status, dea_schedule, dispensing, is_narcotic, drug_family, base_units, needs_trace
    from recorded cross join product where product.id = ${productId}::uuid`.execute(tx)
  await countOrders(tx, [orderId], 1)
  const { ruleSet, ...history } = await readHistory(tx, { businessId, families: [family], orderId })
  const line = { family, strength, units: quantity * baseUnits, amount: 0 }
  const flags = evaluateRules(ruleSet?.rules ?? null, { ...history, lines: [line], shipTo: '', total: 0 })
  const findings = [{ kind: 'review' as const, reason: underReview, isRefused: false, productId, name: '' }]
  const monitoring = { flags, families: [family], ruleSetId: ruleSet?.id ?? null, findings }
  await recordFlags(tx, { orderId, businessId, monitoring })
}
