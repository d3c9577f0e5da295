import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { transaction } from '#platform/db/connect.ts'
import { deleteRecords } from '#platform/db/delete-records.ts'
import { addHold } from '../testing-holds.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { orders } from '../contract.ts'
import { type OrderFilter } from '../order-shapes.ts'
import { addListedOrder, hostileFilters } from './testing-lists.ts'

const portal = await startTestPortal({ environment: { BUSINESS_TIME_ZONE: 'UTC' } })
const { db } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const acme = await portal.addUser({ account_number: '1000001', company_name: 'Acme Pharmacy' })
const other = await portal.addUser({ account_number: '2000002', company_name: 'Other Drugs' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })

const open = await addListedOrder(db, {
  user_id: acme._id,
  placed_by: acme._id,
  erp_id: '510020',
  erp_status: '1',
  total_price: 1234.5,
  purchase_order: 'PO_77%',
  ship_region: ' me.',
  bill_to_party_id: '1000001',
  created_at: '2026-11-19T23:59:59.999Z',
})
const shipped = await addListedOrder(db, {
  user_id: acme._id,
  placed_by: rep._id,
  erp_id: '510023',
  erp_status: '3',
  total_price: 20,
  purchase_order: 'po-b',
  tracking_code: '1Z999AA1,000794612345678',
  ship_region: 'Maine',
  ship_country: 'US',
  bill_to_party_id: '1000001',
  created_at: '2026-11-20T00:00:00.000Z',
})
const unnumbered = await addListedOrder(db, {
  user_id: acme._id,
  placed_by: acme._id,
  erp_id: null,
  erp_state: 'rejected',
  erp_error: 'The ERP said no.',
  total_price: 20.01,
  bill_to_party_id: '1000001',
  created_at: '2026-11-20T12:00:00.000Z',
})
const imported = await addListedOrder(db, {
  erp_created: true,
  erp_id: '990001',
  erp_status: '9',
  total_price: 5,
  bill_to_party_id: '0001000001',
  created_at: '2025-01-02T00:00:00.000Z',
})
const foreign = await addListedOrder(db, {
  user_id: other._id,
  placed_by: other._id,
  erp_id: '777777',
  total_price: 77,
  purchase_order: 'CANARY',
  ship_region: 'ME',
  ship_country: 'DE',
  bill_to_party_id: '2000002',
  created_at: '2026-11-20T13:00:00.000Z',
})

const history = async (as: TestUser, filter: OrderFilter = {}, id = as._id): Promise<string[]> => {
  const { status, body } = await portal.call(orders.mine, {
    params: { id },
    query: { query: JSON.stringify(filter) },
    as,
  })
  assert.equal(status, 200)
  return body.map(({ _id }) => _id)
}

const overview = async (filter: OrderFilter = {}, id = 'all'): Promise<string[]> => {
  const { status, body } = await portal.call(orders.all, {
    params: { id },
    query: { query: JSON.stringify(filter) },
    as: admin,
  })
  assert.equal(status, 200)
  return body.map(({ _id }) => _id)
}

describe('the order history', () => {
  it('contains own orders, newest first, including those entered in the ERP for the account', async () => {
    assert.deepEqual(await history(acme), [unnumbered, shipped, open, imported])
  })

  it('of a sales rep contains all orders they placed', async () => {
    assert.deepEqual(await history(rep), [shipped])
  })

  it('is requested by id, email or filter alone; other users’ histories are not found', async () => {
    assert.deepEqual(await history(acme, {}, acme.email), await history(acme))
    assert.deepEqual(await history(acme, {}, '{"orderIdSap":"510020"}'), [open])
    for (const id of [other._id, admin._id, other.email, 'all', '2000002', "' or true --"]) {
      const { status } = await portal.call(orders.mine, { params: { id }, query: {}, as: acme })
      assert.equal(status, 404, id)
    }
  })

  it('of any user is visible to an admin', async () => {
    assert.deepEqual(await history(admin, {}, other._id), [foreign])
    assert.deepEqual(await overview({}, other._id), [foreign])
  })

  it('shows the export problem to admins but not to customers', async () => {
    const { body } = await portal.call(orders.mine, { params: { id: acme._id }, query: {}, as: acme })
    assert.ok(body.every(({ handOverProblem }) => handOverProblem === null))
    const { body: all } = await portal.call(orders.all, { params: { id: 'all' }, query: {}, as: admin })
    assert.equal(all.find(({ _id }) => _id === unnumbered)?.handOverProblem, 'The ERP said no.')
  })

  it('shows the hold reason to the buyer and to admins', async () => {
    const id = await addListedOrder(db, {
      user_id: acme._id,
      placed_by: acme._id,
      erp_state: 'held',
      erp_error: 'For admins.',
    })
    await addHold(db, id)
    for (const as of [acme, admin]) {
      const { body } = await portal.call(orders.mine, { params: { id: acme._id }, query: {}, as })
      const row = body.find(({ _id }) => _id === id)
      const { body: order } = await portal.call(orders.byId, { params: { id }, as })
      for (const told of [row, order]) {
        assert.deepEqual([told?.handOver, told?.holdReason], ['held', 'The license has expired.'])
        assert.equal(told?.handOverProblem, as === admin ? 'For admins.' : null)
      }
    }
    await transaction(db, (tx) =>
      deleteRecords(tx, async () => {
        await tx.deleteFrom('order_hold').where('order_id', '=', id).execute()
        await tx.deleteFrom('sales_order').where('id', '=', id).execute()
      }),
    )
  })

  it('shows no order of another business with any filter', async () => {
    const tries: object[] = [
      { orderIdSap: '777777' },
      { billToPartyID: '2000002' },
      { purchaseOrder: 'CANARY' },
      { totalPrice: 77 },
      { user_id: other._id },
      { orderIdSap: '777777', deleted_at: null },
    ]
    for (const filter of tries) {
      const found = await history(acme, filter)
      assert.ok(!found.includes(foreign), JSON.stringify(filter))
    }
    assert.equal((await portal.call(orders.byId, { params: { id: foreign }, as: acme })).status, 404)
  })
})

describe('the filter', () => {
  const cases: [filter: object, found: string[]][] = [
    [{}, [foreign, unnumbered, shipped, open, imported]],
    [{ orderStatusSap: '1' }, [open]],
    [{ orderStatusSap: 3 }, [shipped]],
    [{ orderStatusSap: '4' }, [foreign, unnumbered, imported]],
    [{ orderStatusSap: '9' }, []],
    [{ orderIdSap: '1002' }, [shipped, open]],
    [{ orderIdSap: 510020 }, [open]],
    [{ orderIdSap: ' 510020 ' }, [open]],
    [{ orderIdSap: '0000510020' }, [open]],
    [{ billToPartyID: '2000' }, [foreign]],
    [{ billToPartyID: 'acme ph' }, [unnumbered, shipped, open, imported]],
    [{ totalPrice: '1,234.50' }, [open]],
    [{ totalPrice: '$20' }, [shipped]],
    [{ totalPrice: 20.01 }, [unnumbered]],
    [{ totalPrice: '20.001' }, []],
    [{ totalPrice: '12,34.50' }, []],
    [{ totalPrice: 'twenty' }, []],
    [{ trackingCode: '1z999' }, [shipped]],
    [{ trackingCode: '79461' }, [shipped]],
    [{ purchaseOrder: 'PO' }, [shipped, open]],
    [{ purchaseOrder: '7%' }, []],
    [{ purchaseOrder: 'PO_77%' }, [open]],
    [{ purchaseOrder: 'PO_b' }, []],
    [{ createdAt: '2026-11-20' }, [foreign, unnumbered, shipped]],
    [{ createdAt: '2026-11-19' }, [open]],
    [{ createdAt: '2026-11-1' }, [open]],
    [{ createdAt: '2026' }, [foreign, unnumbered, shipped, open]],
    [{ createdAt: '2025-0' }, [imported]],
    [{ createdAt: '2026-11-20T12' }, [unnumbered]],
    [{ createdAt: '2026-11-20T00:00:00.000Z' }, [shipped]],
    [{ createdAt: '2026-11-19T19:00:00.000-05:00' }, [shipped]],
    [{ createdAt: '2026-11-20T99:00:00.000Z' }, []],
    [{ createdAt: '2026-11-20T12:00:00.000-0' }, []],
    [{ createdAt: 'yesterday' }, []],
    [{ orderStatusSap: '4', billToPartyID: '1000001' }, [unnumbered, imported]],
    [{ stage: 'open' }, [foreign, unnumbered, open, imported]],
    [{ stage: 'failed' }, [unnumbered]],
    [{ stage: 'held' }, []],
    [{ stage: 'else' }, []],
    [{ shipState: 'ME' }, [shipped, open]],
    [{ shipState: 'me', stage: 'open' }, [open]],
    [{ shipState: 'Maine' }, []],
    [{ unknownKey: 'x', orderIdSap: '' }, [foreign, unnumbered, shipped, open, imported]],
  ]
  for (const [filter, found] of cases)
    it(`${JSON.stringify(filter)} finds ${found.length}`, async () => {
      assert.deepEqual(await overview(filter as OrderFilter), found)
      assert.deepEqual(await overview({}, JSON.stringify(filter)), found)
    })

  it('that is malicious is refused or finds nothing, in the query and in the path', async () => {
    for (const filter of hostileFilters.filter((one) => !one.startsWith('{"inv"')))
      for (const as of [admin, acme])
        for (const url of [
          `/api/orders/mineSAPLocal/${as._id}?query=${encodeURIComponent(filter)}`,
          `/api/orders/mineSAPLocal/${encodeURIComponent(filter)}`,
          `/api/orders/mineSAPLocal/${as._id}/csv?query=${encodeURIComponent(filter)}`,
        ]) {
          const { status, raw } = await portal.send({ method: 'GET', url, as })
          const isRefused = [400, 404, 414].includes(status)
          const isEmpty = status === 200 && (raw.body === '[]' || raw.body.trim().split('\n').length === 1)
          assert.ok(isRefused || isEmpty, `${filter} at ${url.slice(0, 60)}: ${status} ${raw.body.slice(0, 200)}`)
        }
    assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined)
  })

  it('that is invalid JSON is refused with a message', async () => {
    const { status, body } = await portal.send({
      method: 'GET',
      url: '/api/orders/localSAPOrders/all?query={',
      as: admin,
    })
    assert.deepEqual([status, body.message], [400, 'The filter is not a JSON object.'])
  })
})

describe('a page of orders', () => {
  it('has the requested size and the total count in a header', async () => {
    const { body, raw } = await portal.call(orders.all, {
      params: { id: 'all' },
      query: { pageSize: 2, page: 2 },
      as: admin,
    })
    assert.deepEqual(
      body.map(({ _id }) => _id),
      [shipped, open],
    )
    assert.equal(raw.headers['x-total-count'], '5')
    const beyond = await portal.call(orders.all, {
      params: { id: 'all' },
      query: { pageSize: 200, page: 9 },
      as: admin,
    })
    assert.deepEqual([beyond.status, beyond.body], [200, []])
  })

  it('refuses invalid sizes, pages and sorts', async () => {
    for (const query of [
      'pageSize=201',
      'pageSize=0',
      'page=0',
      'page=1.5',
      'page=x',
      'sort=user_id',
      'sort=-',
      'sort=createdAt,id',
    ]) {
      const { status } = await portal.send({ method: 'GET', url: `/api/orders/localSAPOrders/all?${query}`, as: admin })
      assert.equal(status, 400, query)
    }
  })

  it('is sorted both ways by every sort of the list', async () => {
    for (const sort of [
      'createdAt',
      'orderIdSap',
      'totalPrice',
      'purchaseOrder',
      'billToPartyID',
      'orderStatusSap',
    ] as const) {
      const up = await portal.call(orders.all, { params: { id: 'all' }, query: { sort }, as: admin })
      const down = await portal.call(orders.all, { params: { id: 'all' }, query: { sort: `-${sort}` }, as: admin })
      assert.equal(up.body.length, 5)
      assert.deepEqual(
        up.body.map(({ _id }) => _id).toReversed(),
        down.body.map(({ _id }) => _id),
        sort,
      )
    }
  })
})

describe('the file of a list', () => {
  it('has exactly the rows of the list, with formulas escaped', async () => {
    await db
      .updateTable('business')
      .set({ name: '=HYPERLINK("http://evil","Acme")' })
      .where('id', '=', acme.businessId)
      .execute()
    const { raw } = await portal.send({
      method: 'GET',
      url: `/api/orders/localSAPOrders/all/csv?query=${encodeURIComponent('{"billToPartyID":"1000001"}')}`,
      as: admin,
    })
    assert.match(String(raw.headers['content-type']), /^text\/csv/)
    assert.match(String(raw.headers['content-disposition']), /^attachment; filename="orders.csv"/)
    const lines = raw.body.trim().split('\r\n')
    assert.equal(lines.length, 1 + 4)
    assert.ok(lines[0]?.includes('Order ID,Reference,Ordered'))
    assert.ok(lines.some((line) => line.includes(`"'=HYPERLINK(""http://evil"",""Acme"")"`)))
    assert.ok(!raw.body.includes('CANARY'))
    await db.updateTable('business').set({ name: 'Acme Pharmacy' }).where('id', '=', acme.businessId).execute()
  })

  it('of a customer has only their own orders, and the overview’s is for admins', async () => {
    const mine = await portal.send({ method: 'GET', url: `/api/orders/mineSAPLocal/${acme._id}/csv`, as: acme })
    assert.equal(mine.raw.body.trim().split('\r\n').length, 1 + 4)
    assert.ok(!mine.raw.body.includes('777777'))
    for (const [url, as, status] of [
      [`/api/orders/mineSAPLocal/${other._id}/csv`, acme, 404],
      ['/api/orders/localSAPOrders/all/csv', acme, 403],
      ['/api/orders/localSAPOrders/all/csv', rep, 403],
      ['/api/orders/localSAPOrders/all/csv', null, 401],
    ] as const)
      assert.equal((await portal.send({ method: 'GET', url, as })).status, status, url)
  })
})
