import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { inventory } from '#catalog/stock/contract.ts'
import { exportPerson } from './export-person.ts'
import { startTestPortal } from './testing.ts'

const portal = await startTestPortal()
const { db } = portal

const exported = async (email: string) => {
  const found: { what: string; record: unknown }[] = []
  for await (const one of exportPerson(db, email)) found.push(one)
  return found
}

test('exports everything about one person, nothing about others, and no secrets', async () => {
  const ann = await portal.addUser({ email: 'ann@acme.example', name: 'Ann', company_name: 'Acme Pharmacy' })
  const bob = await portal.addUser({ email: 'bob@rival.example', name: 'Bob' })
  const [product] = await addProducts(db, [{ name: 'Zymborel', price: 1, is_published: true }])
  assert.ok(product)
  for (const { _id } of [ann, bob])
    await db.insertInto('favourite').values({ user_id: _id, product_id: product._id }).execute()

  await portal.call(inventory.request, { params: { id: product._id }, body: { quantity: 3 }, as: ann })

  const found = await exported('ann@acme.example')
  const kinds = new Set(found.map(({ what }) => what))
  for (const what of ['account', 'business', 'session', 'favorite', 'notice of stock']) assert.ok(kinds.has(what), what)
  const text = JSON.stringify(found)
  assert.ok(text.includes('Acme Pharmacy'))
  assert.ok(!text.includes(bob._id) && !text.includes('Bob'))
  assert.doesNotMatch(text, /password_hash|token_hash|\$argon2/)
})

test('exports nothing for an unknown address', async () => {
  assert.deepEqual(await exported('nobody@acme.example'), [])
})
