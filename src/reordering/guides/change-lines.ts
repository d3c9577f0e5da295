import { sql } from 'kysely'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { type GuideItem, maxGuideLines, type orderGuides } from './contract.ts'
import { guidesOwner, lockGuide, type OneGuide } from './find-guide.ts'

/** Lines are added, changed and removed one at a time, never replaced as a whole, so concurrent edits are not lost. */
export const addLines = (db: Db, call: CallOf<typeof orderGuides.addLines>): Promise<void> =>
  act(db, call, async ({ tx, actor }) => {
    const guide = { id: call.params.id, businessId: guidesOwner(actor) }
    await lockGuide(tx, guide)
    await putLines(tx, { ...guide, lines: call.body.lines })
  })

/** The caller must have created or locked the guide. Products that are not sold are skipped and counted. */
export const putLines = async (
  tx: Tx,
  { id, businessId, lines }: OneGuide & { lines: GuideItem[] },
): Promise<number> => {
  const each = [...new Map(lines.map((line) => [line.productId, line])).values()]
  const { numAffectedRows = 0n } = await sql`
    insert into order_guide_line (guide_id, product_id, quantity, place)
    select ${id}::uuid, product.id, line.quantity, last.place + line.at
    from rows from (jsonb_to_recordset(${JSON.stringify(each)}::jsonb) as ("productId" uuid, quantity integer))
      with ordinality as line (product_id, quantity, at)
    join product on product.id = line.product_id and product.is_published and product.deleted_at is null
      and ${isVisibleTo(sql`${businessId}::uuid`)}
    cross join (select coalesce(max(place), 0) as place from order_guide_line where guide_id = ${id}::uuid) last
    on conflict (guide_id, product_id) do update set quantity = excluded.quantity`.execute(tx)
  const { count } = await tx
    .selectFrom('order_guide_line')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('guide_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(count) > maxGuideLines)
    throw new Refusal(409, `A guide can have at most ${maxGuideLines} lines. Remove some or start another guide.`)
  await touch(tx, id)
  return each.length - Number(numAffectedRows)
}

export const changeLine = (db: Db, call: CallOf<typeof orderGuides.changeLine>): Promise<void> =>
  act(db, call, async ({ tx, actor }) => {
    const { id, productId, quantity, move } = { ...call.params, ...call.body }
    await lockGuide(tx, { id, businessId: guidesOwner(actor) })
    const line = await tx
      .selectFrom('order_guide_line')
      .select('place')
      .where('guide_id', '=', id)
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow(() => notFound('Line'))
    if (quantity !== undefined)
      await tx
        .updateTable('order_guide_line')
        .set({ quantity })
        .where('guide_id', '=', id)
        .where('product_id', '=', productId)
        .execute()
    if (move) await moveLine(tx, { id, productId, place: line.place, move })
    await touch(tx, id)
  })

/** Swaps the line with its neighbor; the first and the last line cannot move further. */
const moveLine = async (
  tx: Tx,
  { id, productId, place, move }: { id: string; productId: string; place: number; move: 'up' | 'down' },
): Promise<void> => {
  const neighbor = await tx
    .selectFrom('order_guide_line')
    .select(['product_id', 'place'])
    .where('guide_id', '=', id)
    .where('place', move === 'up' ? '<' : '>', place)
    .orderBy('place', move === 'up' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()
  if (!neighbor) return
  await sql`
    update order_guide_line set place = moved.place
    from (values (${productId}::uuid, ${neighbor.place}::integer), (${neighbor.product_id}::uuid, ${place}::integer))
      as moved (product_id, place)
    where guide_id = ${id}::uuid and order_guide_line.product_id = moved.product_id`.execute(tx)
}

export const removeLine = (db: Db, call: CallOf<typeof orderGuides.removeLine>): Promise<void> =>
  act(db, call, async ({ tx, actor }) => {
    const { id, productId } = call.params
    await lockGuide(tx, { id, businessId: guidesOwner(actor) })
    await tx.deleteFrom('order_guide_line').where('guide_id', '=', id).where('product_id', '=', productId).execute()
    await touch(tx, id)
  })

const touch = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('order_guide')
    .set({ changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
