import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteCatalogChange, readState } from '#catalog/note-change.ts'
import { transaction } from '#platform/db/connect.ts'
import { startTestPortal } from '#portal/testing.ts'
import { makeThrottle } from './throttle-import.ts'

const { db } = await startTestPortal()

test('an import yields after each statement, but not once others wait for it to end', async () => {
  let lulls = 0
  const { throttled: unhurried } = makeThrottle(async () => void lulls++)
  await transaction(db, async (tx) => {
    await readState(unhurried(tx))
    await readState(unhurried(tx))
    assert.equal(lulls, 2)
    await noteCatalogChange(unhurried(tx), [])
    assert.equal(lulls, 2)
  })
})
