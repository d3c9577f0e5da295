import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { priceLists } from '#pricing/contract.ts'
import { listing } from '#pricing/testing-lists.ts'
import { startTestPortal } from '#portal/testing.ts'
import { importing } from './testing-imports.ts'

const portal = await startTestPortal()
const { db } = portal
const admin = await portal.addUser({ is_admin: true })
const { addList } = listing(portal)
const { sendUp, rowsOf, take, finish, find } = importing(portal, admin)
const added = await addProducts(db, [
  { name: 'Cheap', ndc_number: '99998-0001-01', price: 10, is_published: true },
  { name: 'Dear', ndc_number: '99998-0002-01', price: 200, is_published: true },
])
const [cheap = '', dear = ''] = added.map(({ _id }) => _id)
const fields = ['ndcNumber', 'fromQuantity', 'price', 'percentOff']
const entriesOf = async (id: string) =>
  (await portal.call(priceLists.entries, { params: { id }, query: {}, as: admin })).body.entries.map(
    ({ name, fromQuantity, price, percentOff }) => [name, fromQuantity, price, percentOff],
  )
const send = (priceListId: string, rows: (string | number | null)[][]) =>
  sendUp(fields, rows, { kind: 'list', priceListId })

describe('a file of price list entries', () => {
  it('shows the list price, the old and new price, and likely typos before it changes anything', async () => {
    const id = await addList({ entries: [{ product: cheap, price: 8 }] })
    const sent = await send(id, [
      ['99998000101', '', '9.00', ''],
      ['99998-0001-01', 12, '', '25%'],
      ['99998-0002-01', '', 210, ''],
      ['99998-0002-01', 6, '', 0.05],
      ['99998-0002-01', 24, 0, ''],
      ['99998-0003-01', '', 1, ''],
      ['99998-0001-01', 50, 1, 5],
      ['99998-0001-01', 51, '', ''],
      ['99998-0001-01', 'many', 1, ''],
      ['99998-0001-01', 53, '', '101'],
    ])
    assert.deepEqual(sent.counts, { new: 4, changed: 1, unchanged: 0, refused: 5, noted: 3, partial: 0 })
    const [changed] = await rowsOf(sent._id, 'changed')
    assert.deepEqual(
      [changed?.listPrice, changed?.changes, Math.round(changed?.difference ?? 0)],
      [10, [{ field: 'Price', before: '$8.00', after: '$9.00' }], -10],
    )
    const [tier] = await rowsOf(sent._id, 'new')
    assert.deepEqual(tier?.changes, [{ field: 'Price from 12', before: '', after: '25% off, $7.50' }])
    assert.deepEqual(
      (await rowsOf(sent._id, 'noted')).map(({ notes }) => notes?.[0]),
      [
        'Above the list price, $200.00.',
        'Less than one percent off: a cell shown as 5% may have been read as 0.05.',
        'The price would be $0.',
      ],
    )
    assert.deepEqual(
      (await rowsOf(sent._id, 'refused')).map(({ reason }) => reason),
      [
        'There is no product 99998-0003-01.',
        'Give either a price or a percentage, not both.',
        'Give a price or a percentage.',
        'From Quantity must be a whole number from 1 to 9,999.',
        'Percent Off “101” is not a percentage from 0 to 100.',
      ],
    )
    assert.deepEqual(await entriesOf(id), [['Cheap', 1, 8, null]])
    assert.equal((await take(sent._id, 'all')).body.taken, 3)
    await finish('apply', sent._id)
    assert.deepEqual(await entriesOf(id), [
      ['Cheap', 1, 9, null],
      ['Cheap', 12, null, 25],
      ['Dear', 1, 210, null],
      ['Dear', 6, null, 0.05],
      ['Dear', 24, 0, null],
    ])
    const trail = await db
      .selectFrom('audit_entry')
      .select('actor_id')
      .where('entity_id', '=', id)
      .where('action', '=', 'price list entry set')
      .execute()
    assert.deepEqual(
      trail.map(({ actor_id }) => actor_id),
      Array.from({ length: 5 }, () => admin._id),
    )
  })

  it('refuses both of two rows for the same price, and keeps other tiers', async () => {
    const id = await addList({ entries: [] })
    const { counts, _id } = await send(id, [
      ['99998-0001-01', '', 5, ''],
      ['99998000101', 1, '', 10],
      ['99998000101', 2, '', 10],
    ])
    assert.deepEqual([counts.new, counts.refused], [1, 2])
    assert.equal((await rowsOf(_id, 'refused'))[0]?.reason, 'Rows 2 and 3 set the same price. Delete one of them.')
  })

  it('exported by the portal changes nothing when it is imported again', async () => {
    const entries = [
      { product: cheap, price: 8 },
      { product: dear, from: 12, percentOff: 12.5 },
    ]
    const id = await addList({ entries })
    const file = await portal.send({ url: `/api/price-lists/${id}/entries.csv`, as: admin })
    const rows = file.raw.body.trim().split('\r\n').slice(1)
    const cells = rows.map((row) => row.split(',')).map(([ndc = '', , , ...rest]) => [ndc, ...rest.slice(0, 3)])
    assert.deepEqual((await send(id, cells)).counts.unchanged, 2)
  })

  it('is undone except for prices that were changed since, and not without the list', async () => {
    const id = await addList({ entries: [{ product: cheap, price: 8 }] })
    const { _id } = await send(id, [
      ['99998-0001-01', '', 'delete', ''],
      ['99998-0002-01', '', '', 5],
      ['99998-0002-01', 10, '', 7],
    ])
    await finish('apply', _id)
    await portal.call(priceLists.setEntry, {
      params: { id },
      body: { productId: dear, fromQuantity: 10, price: null, percentOff: 8 },
      as: admin,
    })
    await finish('undo', _id)
    const { undone, kept } = await find(_id)
    assert.deepEqual([undone, kept], [2, 1])
    assert.equal((await rowsOf(_id, 'kept'))[0]?.kept, 'The price has changed since. It is now 8% off.')
    assert.deepEqual(await entriesOf(id), [
      ['Cheap', 1, 8, null],
      ['Dear', 10, null, 8],
    ])
    const again = await send(id, [['99998-0001-01', '', 7, '']])
    await finish('apply', again._id)
    await portal.call(priceLists.remove, { params: { id }, as: admin })
    await finish('undo', again._id)
    assert.equal((await rowsOf(again._id, 'kept'))[0]?.kept, 'The price list was removed since.')
  })

  it('needs an existing list, and is refused if the list is removed before the import is applied', async () => {
    const body = { kind: 'list' as const, fileName: 'list.csv', fingerprint: crypto.randomUUID(), rowCount: 1 }
    const unknown = await portal.send({ method: 'POST', url: '/api/imports', payload: body, as: admin })
    assert.equal(unknown.status, 404)
    const id = await addList({ entries: [] })
    const { _id } = await send(id, [['99998-0001-01', '', 7, '']])
    await portal.call(priceLists.remove, { params: { id }, as: admin })
    assert.equal((await finish('apply', _id)).result.refused, 1)
    assert.equal((await rowsOf(_id, 'refused'))[0]?.reason, 'The price list has been removed.')
  })
})
