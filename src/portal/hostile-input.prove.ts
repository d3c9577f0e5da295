import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from './testing.ts'
import { callSpoiled } from './testing-hostile-calls.ts'

const least = 20_000
const portal = await startTestPortal()
const { addUser } = portal

test(`${least} malformed requests cause no server error`, async () => {
  let count = 0
  const wrong: string[] = []
  for (let seed = 1_001; count < least; seed++) {
    // Users of the previous round deleted and deactivated each other.
    const people = {
      users: [
        await addUser({ is_admin: true }),
        await addUser({ buying_role: 'manager' }),
        await addUser({ is_sales_rep: true }),
        await addUser({ buying_role: 'viewer' }),
      ],
      strangers: [await addUser(), await addUser({ account_number: '1000002' })],
    }
    const asked = await callSpoiled(portal, people, seed)
    count += asked.count
    wrong.push(...asked.wrong)
  }
  process.stderr.write(`${count} requests, ${wrong.length} failures\n`)
  assert.deepEqual(wrong, [])
})
