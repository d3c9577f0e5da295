import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'

const guides = ['Monday order', 'Front shelf']
const linesEach = 18

/** Two order guides with the most ordered products of each business. */
export const seedGuides = async (tx: Tx): Promise<void> => {
  const { rows: businesses } = await sql<{ id: string }>`
    select distinct business_id as id from sales_order where business_id is not null order by id`.execute(tx)
  for (const { id: business_id } of businesses)
    for (const [at, name] of guides.entries()) {
      const id = newId()
      await tx.insertInto('order_guide').values({ id, business_id, name }).execute()
      await sql`
        insert into order_guide_line (guide_id, product_id, quantity, place)
        select ${id}::uuid, product_id, quantity, row_number() over (order by name)
        from (
          select product_id, min(line.name) as name, greatest(1, round(avg(quantity)))::integer as quantity
          from sales_order join order_line line on line.order_id = sales_order.id
          where business_id = ${business_id}::uuid and product_id is not null
          group by product_id order by count(*) desc, product_id limit ${linesEach} offset ${at * linesEach}
        ) usual`.execute(tx)
    }
}
