import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ruleOf as rule } from '#compliance/monitoring/rule-shapes.ts'
import { monitoringFixtures } from '#orders/checkout/testing-monitoring.ts'
import { startTestPortal } from './testing.ts'
import { runCommand } from './testing-installation.ts'
import { databaseUrl } from './testing-process.ts'

const portal = await startTestPortal()
const folder = await mkdtemp(join(tmpdir(), 'apotheca-replay-'))
after(() => rm(folder, { recursive: true }))
const environment = { DATABASE_URL: databaseUrl(portal.connection), DATA_DIR: folder }
const admin = await portal.addUser({ is_admin: true })
const { addControlled, addCustomer, addPast, addYear, sign } = monitoringFixtures(portal, admin)

test('replay-rules lists the past orders that a version would have held, with the history of their time', async () => {
  await assert.rejects(runCommand(environment, 'replay-rules'), ({ stderr }: { stderr: string }) => {
    assert.match(stderr, /^There is no version of the monitoring rules\.\n$/)
    return true
  })
  const product = await addControlled('zolpidem')
  const buyer = await addCustomer()
  await addYear(buyer, product, 10)
  await addPast(buyer, product, 40, { daysAgo: 20, erp_id: '770001' })
  await addPast(buyer, product, 10, { daysAgo: 5, erp_id: '770002' })
  await sign([rule('window', { days: 7, limit: 3_000 })])
  await sign([rule('window', { days: 7, limit: 9_000 })])
  const first = await runCommand(environment, 'replay-rules', '1', '60')
  assert.match(first.stdout, /hold {2}770001/)
  assert.match(first.stdout, /window zolpidem: 4,000 units in 7 days\./)
  assert.doesNotMatch(first.stdout, /770002/)
  assert.match(first.stdout, /Version 1 would have held 1 orders and logged 0 in 60 days\.\n$/)
  assert.match((await runCommand(environment, 'replay-rules')).stdout, /^Version 2 would have held 0 orders/)
  await assert.rejects(runCommand(environment, 'replay-rules', '1', 'x'))
})
