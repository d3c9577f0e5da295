import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { views } from './contract.ts'

const portal = await startTestPortal()
const ann = await portal.addUser()
const bob = await portal.addUser()
const state = { query: { status: '2' }, sort: '-total', pageSize: 50, hide: 'tracking' }

describe('saved views', () => {
  it('belong to one account and table; the same name is replaced', async () => {
    const kept = await portal.call(views.keep, { params: { table: 'orders' }, body: { name: 'Mine', state }, as: ann })
    assert.equal(kept.status, 200)
    const changed = { ...state, sort: 'total' }
    await portal.call(views.keep, { params: { table: 'orders' }, body: { name: 'Mine', state: changed }, as: ann })
    const { body } = await portal.call(views.list, { params: { table: 'orders' }, as: ann })
    assert.deepEqual(
      body.map(({ name, state: saved }) => [name, saved]),
      [['Mine', changed]],
    )
    assert.deepEqual((await portal.call(views.list, { params: { table: 'invoices' }, as: ann })).body, [])
    assert.deepEqual((await portal.call(views.list, { params: { table: 'orders' }, as: bob })).body, [])
    const id = body[0]?._id ?? ''
    assert.equal((await portal.call(views.remove, { params: { table: 'orders', id }, as: bob })).status, 404)
    assert.equal((await portal.call(views.remove, { params: { table: 'orders', id }, as: ann })).status, 200)
    assert.deepEqual((await portal.call(views.list, { params: { table: 'orders' }, as: ann })).body, [])
  })

  it('are refused if invalid, and beyond fifty', async () => {
    for (const body of [{}, { name: '', state }, { name: 'x', state: { ...state, query: { a: { b: 1 } } } }])
      assert.equal((await portal.send({ method: 'PUT', url: '/api/views/orders', payload: body, as: ann })).status, 400)
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`filter${at}`, 'x']))
    const large = { name: 'Large', state: { ...state, query: many } }
    assert.equal((await portal.send({ method: 'PUT', url: '/api/views/orders', payload: large, as: ann })).status, 400)
    for (const table of ['Or%20ders', 'nonsense', 'orders-2'])
      for (const request of [{ method: 'GET' }, { method: 'PUT', payload: { name: 'x', state } }] as const)
        assert.equal((await portal.send({ ...request, url: `/api/views/${table}`, as: ann })).status, 400)
    for (let number = 0; number < 50; number++)
      await portal.call(views.keep, { params: { table: 'orders' }, body: { name: `View ${number}`, state }, as: ann })
    const one = await portal.call(views.keep, {
      params: { table: 'orders' },
      body: { name: 'Fifty-first', state },
      as: ann,
    })
    assert.equal(one.status, 409)
  })
})
