import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { databaseUrl, startProcess } from '#portal/testing-process.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { startPartner } from '../../../demo/run-partner.ts'
import { shipmentXml, wholesalerGln } from '../epcis/testing-documents.ts'
import { receiveTestDocument } from '../testing-receive.ts'

const partner = await startPartner()
after(partner.stop)
const environment = { OWN_GLNS: wholesalerGln, TRACE_ORIGINS: partner.origin }
const portal = await startTestPortal({ environment })
const { db, config } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const gln = withCheckDigit('030002222222')
const acme = await portal.addUser({ account_number: '1000001', gln_number: gln })

test('a partner takes a shipment once if the process is killed before the answer is recorded', async () => {
  await db
    .insertInto('trace_partner')
    .values({ business_id: acme.businessId, way: 'push', url: `${partner.origin}/epcis` })
    .execute()
  partner.faults.push('late')
  const answer = await receiveTestDocument(portal, shipmentXml({ seller: wholesalerGln, buyer: gln }), admin)
  assert.equal(answer.status, 201)
  const taken = partner.taken()
  const { child } = await startProcess({
    DATABASE_URL: databaseUrl(portal.connection),
    DEMO: '0',
    TRAIL_KEY: config.TRAIL_KEY,
    ...environment,
  })
  await taken
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  const state = () => db.selectFrom('trace_push').select(['state', 'attempts']).executeTakeFirstOrThrow()
  assert.deepEqual(await state(), { state: 'waiting', attempts: 0 })
  // Expires the job's lease.
  await db.updateTable('job').set({ locked_until: null }).execute()
  await portal.worker.drain()
  assert.deepEqual(await state(), { state: 'sent', attempts: 1 })
  assert.deepEqual(
    partner.received.map(({ times }) => times),
    [2],
  )
})
