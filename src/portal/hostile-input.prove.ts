import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from './testing.ts'
import { askSpoiled } from './testing-hostile-calls.ts'

const least = 20_000

test(`${least} requests with something spoiled meet no failure of ours`, async () => {
  let count = 0
  const wrong: string[] = []
  for (let seed = 1_001; count < least; seed++) {
    // What they delete and deactivate is there again.
    const portal = await startTestPortal()
    const users = [
      await portal.addUser({ is_admin: true }),
      await portal.addUser({ buying_role: 'manager' }),
      await portal.addUser({ is_sales_rep: true }),
      await portal.addUser({ buying_role: 'viewer' }),
    ]
    const strangers = [await portal.addUser(), await portal.addUser({ account_number: '1000002' })]
    const asked = await askSpoiled(portal, { users, strangers }, seed)
    count += asked.count
    wrong.push(...asked.wrong)
  }
  process.stderr.write(`${count} requests, ${wrong.length} failures\n`)
  assert.deepEqual(wrong, [])
})
