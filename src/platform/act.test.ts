import assert from 'node:assert/strict'
import { test } from 'node:test'
import { users } from '#customers/contract.ts'
import { inventory } from '#catalog/stock/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { productEditing } from '#product-admin/contract.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const other = await portal.addUser({ is_admin: true })

const countOf = async (table: 'product' | 'mail' | 'user_account'): Promise<number> => {
  const { count } = await portal.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const create = (key: string, as = admin) => portal.call(productEditing.create, { as, ...keyed(key) })

test('a repeated create, concurrent or later, returns the first answer and creates one record', async () => {
  const before = await countOf('product')
  const twins = await Promise.all([create('one'), create('one'), create('one')])
  const later = await create('one')
  assert.deepEqual(new Set([...twins, later].map(({ status }) => status)), new Set([201]))
  assert.equal(new Set([...twins, later].map(({ body }) => body._id)).size, 1)
  assert.equal(await countOf('product'), before + 1)
  assert.notEqual((await create('two')).body._id, later.body._id)
})

test('an idempotency key belongs to its user', async () => {
  const [mine, theirs] = [await create('ours'), await create('ours', other)]
  assert.notEqual(mine.body._id, theirs.body._id)
})

test('a key reused for a different request is refused', async () => {
  const { body } = await create('three')
  const correct = (quantity: number) =>
    portal.call(inventory.correctStock, {
      params: { id: body._id },
      body: { quantity, reason: 'Counted' },
      as: admin,
      ...keyed('correction'),
    })
  assert.equal((await correct(5)).body.countInStock, 5)
  assert.equal((await correct(5)).body.countInStock, 5)
  const changed = await correct(6)
  assert.equal(changed.status, 422)
  assert.equal(changed.body.message, 'This Idempotency-Key was already used for a different request.')
})

test('a refused request is not stored: the same key can be retried', async () => {
  const invitation = { email: 'twice@demo.example', name: 'T', lastName: 'W', role: 'salesRep' as const }
  const invite = (key: string) => portal.call(users.invite, { query: {}, body: invitation, as: admin, ...keyed(key) })
  assert.equal((await invite('first')).status, 201)
  const [mails, people] = [await countOf('mail'), await countOf('user_account')]
  assert.equal((await invite('first')).body.user.email, invitation.email)
  assert.deepEqual([await countOf('mail'), await countOf('user_account')], [mails, people])
  assert.equal((await invite('second')).status, 409)
  await portal.db
    .updateTable('user_account')
    .set({ deleted_at: new Date() })
    .where('email', '=', invitation.email)
    .execute()
  assert.equal((await invite('second')).status, 201)
})

test('a sign-up is processed once, however often it is sent', async () => {
  const form = {
    email: 'new@demo.example',
    password: 'a long and fine passphrase',
    name: 'N',
    lastName: 'E',
    companyName: 'New Pharmacy',
    phone: '5550100',
    license: 'L-1',
  }
  const send = () => portal.call(users.signUp, { body: form, ...keyed('sign-up') })
  const before = await countOf('mail')
  const answers = await Promise.all([send(), send()])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const [account] = await portal.db.selectFrom('user_account').select('id').where('email', '=', form.email).execute()
  assert.ok(account)
  const letters = await portal.db.selectFrom('mail').select('subject').where('recipient', '=', form.email).execute()
  assert.equal(letters.length, 1, 'the second says nothing of an account that is registered already')
  assert.ok((await countOf('mail')) > before)
})

test('deleting or rejecting twice succeeds twice', async () => {
  const { body } = await create('gone')
  const remove = () => portal.call(productEditing.remove, { params: { id: body._id }, as: admin, ...keyed('remove') })
  assert.deepEqual([(await remove()).status, (await remove()).status], [200, 200])
  const applicant = await portal.addUser({ is_active: false })
  const reject = () =>
    portal.call(users.reject, { params: { id: applicant._id }, query: {}, as: admin, ...keyed('reject') })
  assert.deepEqual([(await reject()).status, (await reject()).status], [200, 200])
})

test('an act has one entry with its actor and request, and a refused act has none', async () => {
  const { body } = await create('recorded')
  const entries = (id: string) =>
    portal.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('entity', '=', 'product')
      .where('entity_id', '=', id)
      .execute()
  const [entry, ...others] = await entries(body._id)
  assert.deepEqual(others, [])
  assert.deepEqual([entry?.action, entry?.actor_id, entry?.ip], ['product created', admin._id, '127.0.0.1'])
  assert.ok(entry?.request_id)
  const edit = { name: 'Edited', __v: 99 }
  const { status } = await portal.call(productEditing.update, { params: { id: body._id }, body: edit, as: admin })
  assert.equal(status, 409)
  assert.equal((await entries(body._id)).length, 1)
})
