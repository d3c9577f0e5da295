import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { orders as orderCalls } from '#orders/contract.ts'
import { startChance } from '#platform/testing-seed.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { reports } from './contract.ts'
import { compactSales } from './compact-sales.ts'
import { addProduct, cancelOrder, changeSale, deleteSale, importOrder, type SaleLine } from './testing-sales.ts'

const portal = await startTestPortal()
const { db, call } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })

const summary = async () => (await call(reports.summary, { as: admin })).body

/** Recounts everything from the orders, independently of the rollup. */
const recount = async () => {
  const { rows } = await sql<{
    scope: string
    key: string
    period: string
    orders: number
    sales: number
    pieces: number
  }>`
    with living as (
      select o.*, to_char(o.created_at at time zone business_zone(), 'YYYY-MM-DD') as day,
        (select coalesce(sum(quantity - cancelled_quantity), 0) from order_line where order_id = o.id) as quantity
      from sales_order o where deleted_at is null and not is_cancelled
    ), figure as (
      select 'day' as scope, '' as key, day as period, id, total_price, quantity from living
      union all
      select 'state', case when ship_country = 'PR' and lower(ship_region) in ('pr', 'puerto rico') then 'PR'
        when ship_country not in ('US', 'usa', '') then '' else coalesce(
        case lower(trim(ship_region)) when 'ma' then 'MA' when 'massachusetts' then 'MA' when 'n.y.' then 'NY'
        when 'new york' then 'NY' when 'tx' then 'TX' when 'pr' then 'PR' when 'puerto rico' then 'PR' when 'ae' then 'AE'
        when 'armed forces pacific' then 'AP' end, '') end, 'ever', id, total_price, quantity from living
      union all
      select 'customer', coalesce(business_id::text, ''), coalesce(left(day, length), 'always'), id, total_price, quantity
      from living cross join (values (7), (4), (null)) cut (length)
      union all
      select 'product', product_id::text, left(day, length), living.id,
        (line.quantity - line.cancelled_quantity) * line.price, line.quantity - line.cancelled_quantity
      from living join order_line line on line.order_id = living.id cross join (values (7), (4)) cut (length)
      where product_id is not null and line.quantity > line.cancelled_quantity
      union all
      select 'purchase', business_id::text, product_id::text, living.id,
        (line.quantity - line.cancelled_quantity) * line.price, line.quantity - line.cancelled_quantity
      from living join order_line line on line.order_id = living.id
      where business_id is not null and product_id is not null and line.quantity > line.cancelled_quantity
    )
    select scope, key, period, count(distinct id)::int as orders, sum(total_price) as sales, sum(quantity) as pieces
    from figure group by scope, key, period order by scope, key, period`.execute(db)
  return rows
}

const counted = async () => {
  const { rows } = await sql`
    select scope, key, period, sum(orders)::int as orders, sum(sales) as sales, sum(pieces) as pieces
    from sales_figure
    group by scope, key, period having sum(orders) <> 0 or sum(sales) <> 0 or sum(pieces) <> 0
    order by scope, key, period`.execute(db)
  return rows
}

describe('the sums', () => {
  it('equal a full recount after random orders, changes, deletions, cancellations and imports, with compaction at any time', async () => {
    const customers: (TestUser | null)[] = [await portal.addUser(), await portal.addUser(), null]
    const products = [await addProduct(db, '11111-1111-11'), await addProduct(db, '22222-2222-22'), null]
    const regions = ['MA', 'Massachusetts', ' n.y. ', 'New York', 'tx', 'Bavaria', '', 'PR', 'Puerto Rico', 'AE']
    const countries = ['US', 'usa', '', 'DE', 'PR']
    const random = startChance()
    const pick = <T>(all: T[]): T => all[Math.floor(random() * all.length)] as T
    const someLines = (): SaleLine[] =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
        product: pick(products),
        quantity: 1 + Math.floor(random() * 20),
        price: Math.floor(random() * 100_000) / 100,
      }))
    const someMoment = () => new Date(Date.UTC(2025, 0, 1) + Math.floor(random() * 700) * 86_400_000 - pick([0, 1]))
    const living: string[] = []
    const canceled: string[] = []
    const act = async () => {
      const chance = random()
      const id = living.length > 0 ? pick(living) : undefined
      if (chance < 0.2 && id) {
        living.splice(living.indexOf(id), 1)
        await deleteSale(db, id)
      } else if (chance < 0.3 && id) await changeSale(db, id, someLines())
      else if (chance < 0.4 && id) await cancelOrder(db, id, { pieces: Math.floor(random() * 20) })
      else if (chance < 0.5 && id) {
        living.splice(living.indexOf(id), 1)
        await cancelOrder(db, id, { isCancelled: true })
        canceled.push(id)
      } else if (chance < 0.55 && canceled.length > 0) {
        const back = canceled.pop() ?? ''
        await cancelOrder(db, back, { isCancelled: false })
        living.push(back)
      } else
        living.push(
          await importOrder(db, pick(customers), someLines(), {
            ship_region: pick(regions),
            ship_country: pick(countries),
            created_at: someMoment(),
          }),
        )
    }
    for (let round = 0; round < 12; round++) {
      for (let step = 0; step < 14; step++) await act()
      assert.deepEqual(await counted(), await recount())
      // Two concurrent compactions while orders are written must not lose or double a figure.
      if (round % 3 === 0) await Promise.all([compactSales(db), compactSales(db), act()])
      assert.deepEqual(await counted(), await recount())
    }
    await compactSales(db)
    assert.deepEqual(await counted(), await recount())
    const { body: states } = await call(reports.map, { as: admin })
    assert.ok(states.length > 0)
    for (const { state, orders: there } of states) {
      const query = { query: JSON.stringify({ shipState: state, stage: 'notCanceled' }), pageSize: 200 }
      const { body: list } = await call(orderCalls.all, { params: { id: 'all' }, query, as: admin })
      assert.equal(list.length, there, state)
    }
    const { orders } = await summary()
    const total = (await recount()).filter(({ scope }) => scope === 'day')
    const cents = total.reduce((sum, { sales }) => sum + Math.round(sales * 100), 0)
    assert.deepEqual(orders, [
      {
        numOrders: living.length,
        totalSales: cents / 100,
        totalProducts: total.reduce((sum, { pieces }) => sum + pieces, 0),
      },
    ])
  })

  it('count an order placed through the portal, once', async () => {
    const before = (await summary()).orders[0]
    const buyer = await portal.addUser({ shipto_state: 'Vermont' })
    const product = await addProduct(db, '33333-3333-33', { price: 12.35, count_in_stock: 50 })
    await call(orderCalls.sendOtp, { params: { id: buyer._id }, as: buyer })
    const { subject } = await db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', buyer.email)
      .executeTakeFirstOrThrow()
    const placed = await call(orderCalls.place, {
      body: {
        orderItems: [{ _id: product._id, quantity: 3 }],
        shippingMethod: 'UPS GROUND',
        otp: /\d{6}/.exec(subject)?.[0] ?? '',
      },
      as: buyer,
    })
    assert.equal(placed.status, 201)
    const after = (await summary()).orders[0]
    assert.equal(after?.numOrders, (before?.numOrders ?? 0) + 1)
    assert.equal(Math.round(((after?.totalSales ?? 0) - (before?.totalSales ?? 0)) * 100), 3705)
    const { body: states } = await call(reports.map, { as: admin })
    assert.ok(states.some(({ state, orders }) => state === 'VT' && orders === 1))
    const { body: mine } = await call(reports.mySummary, { params: { id: buyer.email }, as: buyer })
    assert.equal(mine.orders, 1)
    assert.equal(mine.spend.at(-1)?.amount, 37.05)
    assert.equal(mine.openOrders.orders[0]?.handOver, 'waiting')
  })
})
