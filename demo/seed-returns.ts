import { sql } from 'kysely'
import { newId } from '#platform/db/new-id.ts'
import type { NewRow, Tx } from '#platform/db/tables.ts'
import { evaluateReturn, type ReturnedGoods } from '../src/returns/check-return.ts'

interface ShippedLine {
  order_id: string
  business_id: string
  user_id: string
  line_no: number
  product_id: string
  number: string
  name: string
  quantity: number
  shipped_on: string
  today: string
  needs_trace: boolean | null
}

interface Seeded {
  goods: ReturnedGoods
  request: Partial<NewRow<'return_request'>>
  line?: Partial<NewRow<'return_line'>>
}

const goods = (changed: Partial<ReturnedGoods>): ReturnedGoods => ({
  reason: 'mistake',
  words: '',
  lot: 'A4471',
  expiry: '2028-06-30',
  condition: 'unopened',
  ...changed,
})

const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
const instructions = 'Ship to Demo Wholesale, Returns, 400 Distribution Way, Louisville, KY 40218.'

const seeded: Seeded[] = [
  {
    goods: goods({ reason: 'damaged', words: 'The outer carton is crushed and two bottles leak.' }),
    request: { requested_at: ago(1) },
  },
  {
    goods: goods({ reason: 'wrong', words: 'We received the larger pack.' }),
    request: { state: 'authorized', requested_at: ago(4), authorized_at: ago(3), answer: instructions },
  },
  {
    goods: goods({}),
    request: {
      state: 'received',
      requested_at: ago(12),
      authorized_at: ago(11),
      received_at: ago(5),
      answer: instructions,
    },
    line: { received_quantity: 1, received_condition: 'sound' },
  },
]

/** Requests of a buyer in different states, each for a line of their latest shipped orders, and two prepared answers. */
export const seedReturns = async (tx: Tx, email: string): Promise<void> => {
  const lines = await shippedLines(tx, email)
  for (const [at, { goods: returned, request, line }] of seeded.entries()) {
    const shipped = lines[at]
    if (!shipped) break
    const { order_id, business_id, user_id, shipped_on, today, line_no: source_line, quantity: _, ...product } = shipped
    const id = newId()
    const facts = { schedule: 'none', storage: 'room', isPrescription: true, shippedOn: shipped_on, lots: [] } as const
    const { desk, why, next } = evaluateReturn(returned, facts, { today, returnDays: 3_650, reverseDistributor: '' })
    await tx
      .insertInto('return_request')
      .values({ id, business_id, order_id, desk, contact: `Front desk, ${email}`, requested_by: user_id, ...request })
      .execute()
    await tx
      .insertInto('return_line')
      .values({
        return_id: id,
        line_no: 1,
        source_line,
        ...product,
        quantity: 1,
        ...returned,
        schedule: facts.schedule,
        storage: facts.storage,
        why,
        next_step: next,
        ...line,
      })
      .execute()
  }
  await tx
    .insertInto('return_template')
    .values([
      { id: newId(), kind: 'authorize', title: 'Ship to our warehouse', words: instructions },
      { id: newId(), kind: 'refuse', title: 'Opened', words: 'Opened packages can’t be returned.' },
    ])
    .execute()
}

const shippedLines = async (tx: Tx, email: string): Promise<ShippedLine[]> => {
  const { rows } = await sql<ShippedLine>`
    select order_id, business_id, user_id, line_no, product_id, slug as number, line.name, quantity,
      line.needs_trace, (shipped_at at time zone business_zone())::date::text as shipped_on, business_today()::text as today
    from (
      select sales_order.id, sales_order.business_id, buyer.id as user_id, shipped_at from sales_order
      join user_account buyer on buyer.business_id = sales_order.business_id and buyer.email = ${email}
      where shipped_at is not null and not is_cancelled and erp_status = '3'
      order by shipped_at desc, sales_order.id limit 10) shipped
    join lateral (
      select order_line.* from order_line join product on product.id = product_id
      where order_id = shipped.id and product.dea_schedule = '' and product.cold_status = ''
      order by line_no limit 1) line on true
    order by shipped_at desc, order_id limit 3`.execute(tx)
  return rows
}
