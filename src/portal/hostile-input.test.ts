import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from './testing.ts'
import { callSpoiled } from './testing-hostile-calls.ts'

const portal = await startTestPortal()
const { addUser } = portal
const people = {
  users: [
    await addUser({ is_admin: true }),
    await addUser({ buying_role: 'manager' }),
    await addUser({ is_sales_rep: true }),
  ],
  strangers: [await addUser(), await addUser({ account_number: '1000002' })],
}

test('any input is answered or refused with a message', async () => {
  assert.deepEqual((await callSpoiled(portal, people, 1)).wrong, [])
})
