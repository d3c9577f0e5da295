import { sql } from 'kysely'
import { isVisibleTo } from '#catalog/filter-visible.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { type GuideItem, maxGuideLines } from './contract.ts'
import { lockGuide, type OneGuide } from './find-guide.ts'

interface NewLines {
  id: string
  lines: GuideItem[]
}

/** Lines are added, changed and removed one at a time, never replaced as a whole, so concurrent edits are not lost. */
export const addLines = (db: Db, guide: OneGuide & NewLines & { request: RequestFacts }): Promise<void> =>
  actOnce(db, guide.request, async (tx) => {
    await lockGuide(tx, guide)
    await putLines(tx, guide)
  })

/** The caller must have created or locked the guide. Products that are not sold are skipped. */
export const putLines = async (tx: Tx, { id, businessId, lines }: OneGuide & NewLines): Promise<void> => {
  const each = [...new Map(lines.map((line) => [line.productId, line])).values()]
  await sql`
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
}

interface OneLine extends OneGuide {
  productId: string
}

interface Change extends OneLine {
  quantity: number | undefined
  move: 'up' | 'down' | undefined
  request: RequestFacts
}

export const changeLine = (db: Db, change: Change): Promise<void> =>
  actOnce(db, change.request, async (tx) => {
    await lockGuide(tx, change)
    const line = await lineQuery(tx, change).executeTakeFirst()
    if (!line) throw notFound('Line')
    const { id, productId, quantity, move } = change
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

interface Move {
  id: string
  productId: string
  place: number
  move: 'up' | 'down'
}

/** Swaps the line with its neighbor; the first and the last line cannot move further. */
const moveLine = async (tx: Tx, { id, productId, place, move }: Move): Promise<void> => {
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

export const removeLine = (db: Db, line: OneLine): Promise<void> =>
  transaction(db, async (tx) => {
    await lockGuide(tx, line)
    await tx
      .deleteFrom('order_guide_line')
      .where('guide_id', '=', line.id)
      .where('product_id', '=', line.productId)
      .execute()
    await touch(tx, line.id)
  })

const lineQuery = (tx: Tx, { id, productId }: OneLine) =>
  tx.selectFrom('order_guide_line').select('place').where('guide_id', '=', id).where('product_id', '=', productId)

const touch = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('order_guide')
    .set({ changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
