import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { invoices } from '../src/billing/invoices/contract.ts'
import { orders } from '../src/orders/contract.ts'
import { orderGuides } from '../src/reordering/guides/contract.ts'
import { startTestDemo } from './testing-demo.ts'

const { portal, sync, signIn, passMinutes } = await startTestDemo()
const { db, call } = portal
const [admin, buyer] = [await signIn('admin@demo.example'), await signIn('buyer@demo.example')]

/** The rows of a query for contradictions, of which there must be none. */
const noneOf = async (query: ReturnType<typeof sql>): Promise<void> => {
  const { rows } = await query.execute(db)
  assert.deepEqual(rows.slice(0, 5), [], `${rows.length} rows`)
}

const cents = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)

const begin = async (): Promise<Date> => {
  await sync()
  return new Date()
}
const continueForHalfAnHour = async (): Promise<Date> => {
  const now = await passMinutes(30)
  await sync()
  return now
}

for (const { title, arrive } of [
  { title: 'the demo at its start', arrive: begin },
  { title: 'the demo after half an hour', arrive: continueForHalfAnHour },
])
  describe(title, () => {
    let now = new Date()
    before(async () => {
      now = await arrive()
    })

    it('has the steps of each order in their order', async () => {
      await noneOf(sql`
        select erp_reference, created_at, numbered_at, released_at, shipped_at, delivered_at, paid_at from sales_order
        where numbered_at < created_at or released_at < coalesce(numbered_at, created_at)
          or shipped_at < coalesce(released_at, created_at) or delivered_at < shipped_at or paid_at < shipped_at
          or cancelled_at < created_at`)
      await noneOf(sql`
        select invoice.id, shipped_at, erp_created_at, invoice_date, due_date, paid_at
        from invoice join sales_order on sales_order.id = order_id
        where erp_created_at < shipped_at or erp_created_at < sales_order.created_at or due_date < invoice_date
          or paid_at < erp_created_at`)
    })

    it('knows when each order reached its stage', async () => {
      const { rows } = await sql<{ id: string }>`
        select id from sales_order where erp_status is distinct from '3' or substr(erp_id, 5) in ('03', '50', '85')`.execute(
        db,
      )
      assert.ok(rows.length > 40, String(rows.length))
      for (const { id } of rows) {
        const { body: steps } = await call(orders.timeline, { params: { id }, as: admin })
        assert.deepEqual(
          steps.flatMap(({ what, at }) => (at === null ? [what] : [])),
          [],
          id,
        )
      }
    })

    it('has nothing from the future', async () => {
      const { rows } = await sql<{ table: string; column: string }>`
        select columns.table_name as "table", column_name as "column" from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and data_type like 'timestamp%'
          and column_name = any(array['created_at', 'changed_at', 'updated_at', 'decided_at', 'asked_at', 'settled_at',
            'started_at', 'finished_at', 'erp_created_at', 'paid_at', 'delivered_at', 'shipped_at', 'cancelled_at',
            'email_proven_at', 'verified_at'])`.execute(db)
      assert.ok(rows.length > 25, String(rows.length))
      for (const { table, column } of rows)
        await noneOf(sql`
          select ${table} as place, ${sql.ref(column)} as at from ${sql.table(table)}
          where ${sql.ref(column)} > greatest(${now}::timestamptz, now())`)
      await noneOf(sql`select id, invoice_date from invoice where invoice_date > ${now}::timestamptz`)
    })

    it('adds up lines, orders and invoices', async () => {
      await noneOf(sql`
        select erp_reference, items_price, lines.total, lines.count, line_count from sales_order
        cross join lateral (
          select sum(price * (quantity - cancelled_quantity)) as total, count(*) from order_line where order_id = id
        ) lines
        where items_price <> lines.total or line_count <> lines.count
          or total_price <> items_price + shipping_price + tax_price`)
      await noneOf(sql`
        select invoice.id, total_net_amount, shipping_charge, total_gross_amount, open_amount from invoice
        where total_gross_amount <> total_net_amount + shipping_charge or abs(open_amount) > abs(total_gross_amount)
          or open_amount is null`)
      await noneOf(sql`
        select id, total_net_amount, lines.total from invoice
        cross join lateral (select sum(net_amount) as total from invoice_line where invoice_id = id) lines
        where not is_credit and total_net_amount is distinct from lines.total`)
    })

    it('invoices each completed order at its price, and no other', async () => {
      await noneOf(sql`
        select erp_reference, erp_status, count(invoice.id) from sales_order
        left join invoice on order_id = sales_order.id and not is_credit
        group by sales_order.id
        having count(invoice.id) <> case when erp_status = '3' and not is_cancelled then 1 else 0 end`)
      await noneOf(sql`
        select invoice.id, total_net_amount, total_price, tracking_number, tracking_code from invoice
        left join sales_order on sales_order.id = order_id
        where not is_credit and (total_net_amount is distinct from total_price
          or tracking_number is distinct from tracking_code
          or invoice.purchase_order is distinct from sales_order.purchase_order)`)
    })

    it('has eight to twelve orders in each stage before completion', async () => {
      const { rows } = await sql<{ stage: string; orders: number }>`
        select coalesce(erp_status, '4') as stage, count(*)::int as orders from sales_order
        where not is_cancelled and erp_status is distinct from '3' group by 1 order by 1`.execute(db)
      assert.deepEqual(
        rows.map(({ stage }) => stage),
        ['1', '2', '4'],
      )
      for (const { stage, orders: count } of rows) assert.ok(count >= 8 && count <= 12, `${stage}: ${count}`)
    })

    it('has open and overdue invoices, whose ages add up', async () => {
      for (const as of [admin, buyer]) {
        const { body } = await call(invoices.totals, { query: {}, as })
        const [totals] = body
        assert.ok(totals && body.length === 1)
        const ages = totals.ages.map(({ amount }) => amount)
        assert.equal(cents(ages) + cents([totals.credits.amount]), cents([totals.open]))
        assert.equal(cents(ages.slice(1)), cents([totals.overdue]))
        assert.ok(totals.overdue > 0 && (ages[0] ?? 0) > 0, as.email)
        assert.equal(totals.unknown.invoices, 0)
      }
    })

    it('has credit that agrees with the open invoices', async () => {
      const { rows } = await sql<{ account: string; used: number; open: number }>`
        select account_number as account, credit_limit - credit_left as used,
          (select coalesce(sum(open_amount), 0) from invoice where payer_party_id = account_number) as open
        from business_credit join business on business.id = business_id`.execute(db)
      assert.ok(rows.length >= 15, String(rows.length))
      assert.deepEqual(
        rows.filter(({ used, open }) => used !== open),
        [],
      )
    })

    it('remembers the last order of each product in a guide', async () => {
      const { body: guides } = await call(orderGuides.list, { as: buyer })
      assert.ok(guides.length >= 2)
      for (const guide of guides) {
        const { body } = await call(orderGuides.byId, { params: { id: guide._id }, as: buyer })
        for (const { productId, lastOrderedAt } of body.lines) {
          const { rows } = await sql<{ last: Date }>`
            select max(created_at) as last from sales_order join order_line on order_id = sales_order.id
            where product_id = ${productId}::uuid and not is_cancelled
              and business_id = (select business_id from user_account where id = ${buyer._id}::uuid)`.execute(db)
          assert.equal(new Date(lastOrderedAt ?? 0).getTime(), rows[0]?.last.getTime())
        }
      }
    })
  })

describe('the demo shows', () => {
  const countOf = async (query: ReturnType<typeof sql>): Promise<number> => (await query.execute(db)).rows.length

  it('orders in each month of two years', async () => {
    const { rows } = await sql<{ month: string; orders: number }>`
      select to_char(created_at, 'YYYY-MM') as month, count(*)::int as orders from sales_order group by 1 order by 1`.execute(
      db,
    )
    assert.ok(rows.length >= 24, String(rows.length))
    for (const { month, orders: count } of rows.slice(1, -1)) assert.ok(count > 25, `${month}: ${count}`)
  })

  it('approval requests: waiting and rejected', async () => {
    assert.equal(await countOf(sql`select from approval_request where state = 'waiting' and expires_at > now()`), 2)
    assert.equal(await countOf(sql`select from approval_request where state = 'rejected'`), 1)
  })

  it('imports: finished, stopped, and with rows that need an answer', async () => {
    assert.ok((await countOf(sql`select from import where state = 'done'`)) > 0)
    assert.ok((await countOf(sql`select from import where state = 'stopped'`)) > 0)
    assert.ok((await countOf(sql`select from import where (counts ->> 'noted')::int > taken`)) > 0)
    await noneOf(sql`select file_name, created_at, started_at, finished_at from import
      where started_at < created_at or finished_at < started_at`)
  })

  it('allocations, visibility, further addresses, and price lists of yesterday, today and tomorrow', async () => {
    assert.equal(await countOf(sql`select from allocation`), 2)
    assert.ok((await countOf(sql`select from audience where kind = 'product' and rule = 'only'`)) > 0)
    assert.equal(await countOf(sql`select from ship_to where removed_at is null`), 2)
    assert.ok((await countOf(sql`select from price_list where valid_to < current_date`)) > 0)
    assert.ok((await countOf(sql`select from price_list where valid_from > current_date`)) > 0)
    assert.ok(
      (await countOf(
        sql`select from price_list where current_date between valid_from and coalesce(valid_to, 'infinity')`,
      )) > 0,
    )
  })
})
