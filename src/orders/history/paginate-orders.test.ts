import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { orders } from '../contract.ts'

const portal = await startTestPortal({ environment: { BUSINESS_TIME_ZONE: 'UTC' } })
const buyer = await portal.addUser({
  is_sales_rep: true,
  account_number: '0001000001',
  name: 'Ada',
  company_name: 'Corner Pharmacy',
})
const other = await portal.addUser({ account_number: '1000002', company_name: 'Other Drugs' })
const admin = await portal.addUser({ is_admin: true })

/**
 * Seven orders at each moment, in turn: own, placed for another user, entered in the ERP for the own account, and
 * unrelated.
 */
const add = (many: number) =>
  sql`
    insert into sales_order (id, erp_reference, erp_state, business_id, user_id, placed_by, bill_to_party_id, total_price, created_at)
    select gen_random_uuid(), replace(gen_random_uuid()::text, '-', ''), 'linked',
      case when n % 2 = 0 then ${buyer.businessId}::uuid else ${other.businessId}::uuid end,
      case n % 4 when 0 then ${buyer._id}::uuid when 2 then null else ${other._id}::uuid end,
      case n % 4 when 2 then null when 3 then ${other._id}::uuid else ${buyer._id}::uuid end,
      case n % 4 when 2 then '1000001' else '1000002' end, n, timestamptz '2026-01-01' + n / 7 * interval '1 second'
    from generate_series(1, ${many}::int) n`.execute(portal.db)

const ids = async (isOwn: boolean): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from sales_order where ${isOwn ? sql`not (user_id is not distinct from ${other._id} and placed_by = ${other._id})` : sql`true`}
    order by created_at desc, id`.execute(portal.db)
  return rows.map(({ id }) => id)
}

const mine = async (query: { page: number; pageSize: number; sort: 'createdAt' | '-createdAt' }) => {
  const { body, raw } = await portal.call(orders.mine, { params: { id: buyer._id }, query, as: buyer })
  return { rows: body, ids: body.map(({ _id }) => _id), count: raw.headers['x-total-count'] }
}

await add(1_000)
const own = await ids(true)

describe('a long list of own orders', () => {
  for (const pageSize of [40, 150, 200])
    it(`is the whole list, read by pages of ${pageSize}, newest first and oldest first`, async () => {
      assert.equal(own.length, 750)
      for (const sort of ['-createdAt', 'createdAt'] as const) {
        const read: string[] = []
        for (let page = 1; page <= Math.ceil(own.length / pageSize); page++) {
          const part = await mine({ page, pageSize, sort })
          assert.equal(part.count, '750')
          read.push(...part.ids)
        }
        assert.deepEqual(read, sort === 'createdAt' ? own.toReversed() : own)
      }
    })

  it('returns the count beyond the last page', async () => {
    const { ids: none, count } = await mine({ page: 20, pageSize: 40, sort: '-createdAt' })
    assert.deepEqual([none, count], [[], '750'])
  })

  it('names the customer of each order, or only the business for orders entered in the ERP', async () => {
    const { rows } = await mine({ page: 1, pageSize: 200, sort: '-createdAt' })
    const names = new Set(rows.map(({ customer }) => `${customer._id} ${customer.companyName}`))
    assert.deepEqual(names, new Set([`${buyer._id} Corner Pharmacy`, `${other._id} Other Drugs`, ' Corner Pharmacy']))
  })
})

describe('a list that is too long to count', () => {
  it('has consistent pages at any depth and indicates more', async () => {
    await add(14_000)
    const [ownNow, all] = [await ids(true), await ids(false)]
    const lists = [
      {
        asked: (query: object) => portal.call(orders.mine, { params: { id: buyer._id }, query, as: buyer }),
        rows: ownNow,
      },
      { asked: (query: object) => portal.call(orders.all, { params: { id: 'all' }, query, as: admin }), rows: all },
    ]
    for (const { asked, rows } of lists)
      for (const [page, pageSize] of [
        [1, 50],
        [10, 50],
        [11, 50],
        [3, 200],
        [52, 200],
      ] as const) {
        const { body, raw } = await asked({ page, pageSize })
        assert.deepEqual(
          body.map(({ _id }) => _id),
          rows.slice((page - 1) * pageSize, page * pageSize),
          `page ${page} of ${pageSize}`,
        )
        assert.equal(raw.headers['x-total-count'], '10000+')
      }
  })

  it('has consistent pages by status and day, in both directions', async () => {
    await sql`update sales_order set erp_status = '3' where total_price::int % 10 = 0`.execute(portal.db)
    await sql`update sales_order set created_at = created_at - interval '1 day' where total_price::int % 10 = 1`.execute(
      portal.db,
    )
    const { rows } = await sql<{ id: string; status: string; day: string }>`
      select id, coalesce(erp_status, '4') as status, to_char(created_at at time zone business_zone(), 'YYYY-MM-DD') as day
      from sales_order order by created_at desc, id`.execute(portal.db)
    const filters: { orderStatusSap?: string; createdAt?: string }[] = [
      { orderStatusSap: '4' },
      { createdAt: '2026-01' },
      { createdAt: '2026-01-01T00' },
      { orderStatusSap: '4', createdAt: '2026-01-01' },
    ]
    for (const filter of filters) {
      const { orderStatusSap: status, createdAt: day = '' } = filter
      const found = rows
        .filter((row) => (status === undefined || row.status === status) && row.day.startsWith(day.slice(0, 10)))
        .map(({ id }) => id)
      for (const sort of ['-createdAt', 'createdAt'] as const)
        for (const page of [1, 10, 11]) {
          const query = { query: JSON.stringify(filter), page, pageSize: 50, sort }
          const { body, raw } = await portal.call(orders.all, { params: { id: 'all' }, query, as: admin })
          const expected = (sort === 'createdAt' ? found.toReversed() : found).slice((page - 1) * 50, page * 50)
          const what = `${JSON.stringify(filter)} ${sort} ${page}`
          assert.deepEqual(
            body.map(({ _id }) => _id),
            expected,
            what,
          )
          assert.equal(raw.headers['x-total-count'], '10000+', what)
        }
    }
  })
})
