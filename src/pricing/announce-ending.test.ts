import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { announceEnding } from './announce-ending.ts'
import { listing } from './testing-lists.ts'

const portal = await startTestPortal()
const { db, config } = portal
const { day } = portal
const { addList } = listing(portal)
const admin = await portal.addUser({ is_admin: true, password_hash: 'set' })
await portal.addUser()

const told = async () =>
  (
    await db
      .selectFrom('mail')
      .select(['recipient', 'body'])
      .where('subject', 'like', '%price list%')
      .orderBy('id')
      .execute()
  ).map(({ recipient, body }) => [
    recipient,
    [...body.matchAll(/C-\d+|in \d+ days|today|tomorrow/g)].map(([word]) => word),
  ])

it('notifies the admins once of a price list that ends within seven days, and again if its end changes', async () => {
  const from = { valid_from: day(-30), entries: [] }
  await addList({ ...from, contract_number: 'C-8', valid_to: day(8) })
  const soon = await addList({ ...from, contract_number: 'C-7', valid_to: day(7) })
  await addList({ ...from, contract_number: 'C-1', valid_to: day(1) })
  await addList({ ...from, contract_number: 'C-9', valid_to: day(-1) })
  await addList({ ...from, contract_number: 'C-10' })
  await addList({ ...from, contract_number: 'C-11', valid_from: day(2), valid_to: day(3) })
  await announceEnding(db, config)
  await announceEnding(db, config)
  const first = [admin.email, ['C-1', 'tomorrow', 'C-7', 'in 7 days']]
  assert.deepEqual(await told(), [first])

  await db
    .updateTable('price_list')
    .set({ valid_to: day(6) })
    .where('id', '=', soon)
    .execute()
  await announceEnding(db, config)
  assert.deepEqual(await told(), [first, [admin.email, ['C-7', 'in 6 days']]])

  await announceEnding(db, config, day(1))
  assert.deepEqual((await told()).slice(2), [[admin.email, ['C-8', 'in 7 days']]])
})
