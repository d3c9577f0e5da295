import assert from 'node:assert/strict'
import { it } from 'node:test'
import { users } from '../contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { notes } from './contract.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true, name: 'Nora', last_name: 'Winter' })
const buyer = await portal.addUser({ company_name: 'Harbor Street Pharmacy' })

const of = (user: { _id: string }) => ({ id: user._id })
const add = (text: string, user = buyer) => portal.call(notes.add, { params: of(user), body: { text }, as: admin })
const listed = async (user = buyer) => (await portal.call(notes.list, { params: of(user), as: admin })).body

it('shows colleagues the text and author, latest first, and the latest in the list of customers', async () => {
  assert.equal((await add('Orders by phone on Mondays')).status, 201)
  assert.equal((await add('  Asked for a later cut-off  ')).status, 201)
  assert.deepEqual(
    (await listed()).map(({ text, author }) => [text, author]),
    [
      ['Asked for a later cut-off', 'Nora Winter'],
      ['Orders by phone on Mondays', 'Nora Winter'],
    ],
  )
  const { body } = await portal.call(users.customers, { query: {}, as: admin })
  assert.equal(body.find(({ _id }) => _id === buyer._id)?.lastNote?.text, 'Asked for a later cut-off')
})

it('is hidden from customers and sales reps', async () => {
  const rep = await portal.addUser({ is_sales_rep: true })
  for (const as of [buyer, rep]) {
    const url = `/api/users/${buyer._id}/notes`
    assert.equal((await portal.send({ method: 'GET', url, as })).status, 403)
    assert.equal((await portal.send({ method: 'POST', url, payload: { text: 'Mine' }, as })).status, 403)
    const { raw } = await portal.send({ method: 'GET', url: `/api/users/${buyer._id}`, as })
    assert.ok(!raw.body.includes('cut-off'))
  }
})

it('refuses an empty or too long note and a user who is not a customer', async () => {
  assert.equal((await add('   ')).status, 400)
  assert.equal((await add('x'.repeat(2_001))).status, 400)
  assert.equal((await add('Hello', { ...buyer, _id: '00000000-0000-4000-8000-000000000000' })).status, 404)
})

it('is removed, and the audit trail records by whom but not the text', async () => {
  const [latest] = await listed()
  const params = { ...of(buyer), note: latest?._id ?? '' }
  assert.equal((await portal.call(notes.remove, { params, as: admin })).status, 200)
  assert.equal((await portal.call(notes.remove, { params, as: admin })).status, 404)
  const trail = await portal.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', 'in', ['note written', 'note removed'])
    .execute()
  assert.equal(trail.length, 3)
  assert.ok(trail.every(({ actor_id }) => actor_id === admin._id))
  assert.ok(!JSON.stringify(trail).includes('cut-off'))
})

it('is deleted with the last user of the business', async () => {
  const params = { id: buyer._id }
  await portal.send({ method: 'DELETE', url: `/api/users/${params.id}`, payload: { reason: 'Closed' }, as: admin })
  const left = await portal.db.selectFrom('customer_note').select('id').execute()
  assert.deepEqual(left, [])
})
