import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { businessDay, dayAfter } from '#shared/business-day.ts'
import { startTestPortal } from '#portal/testing.ts'
import { createByd } from '../byd/byd.ts'
import { addOrder, makeDue, orderIn } from '../testing-orders.ts'
import { composeOrder } from './compose-order.ts'
import { erpAccount, simulatorConfig, startTestSimulator } from '../testing-simulator.ts'

const simulator = await startTestSimulator()
const erp = createByd(simulatorConfig(simulator))
const { db, worker } = await startTestPortal({ environment: simulator.environment, erp })

const street = (name: string, usages: string[]) => ({
  street: name,
  city: 'Boston',
  region: 'MA',
  postalCode: '02101',
  usages,
  defaultFor: usages,
})

await simulator.load({
  accounts: [
    {
      id: erpAccount,
      name: 'Test Pharmacy',
      addresses: [street('Main Street', ['XXDEFAULT', 'SHIP_TO']), street('Dock Road', [])],
    },
  ],
})

/** Reads the address id from the account, as a key user would. */
const dockRoad = async (): Promise<string> => {
  const answer = await fetch(
    `${simulator.url}/sap/byd/odata/cust/v1/khcustomer/AddressInformationCollection?$format=json&$expand=PostalAddress`,
    { headers: { authorization: `Basic ${Buffer.from('portal:simulator').toString('base64')}` } },
  )
  const { d } = (await answer.json()) as { d: { results: { UUID: string; PostalAddress: { StreetName: string } }[] } }
  return d.results.find(({ PostalAddress }) => PostalAddress.StreetName === 'Dock Road')?.UUID ?? ''
}

const sent = async (shipTo: string | null, more: Parameters<typeof addOrder>[1] = {}) => {
  const { id, reference } = await addOrder(db, { ship_to_erp_address: shipTo, ...more })
  await makeDue(db)
  await worker.drain()
  const [inErp] = await simulator.orders(reference)
  return { inErp, order: await orderIn(db, id) }
}

test('an order ships to its address if the ERP knows it, else to the account’s', async () => {
  const uuid = await dockRoad()
  assert.match(uuid, /^[0-9a-f-]{36}$/)
  assert.equal((await sent(uuid)).inErp?.shipTo, 'Dock Road')
  assert.equal((await sent(null)).inErp?.shipTo, 'Main Street')
})

test('an order with an address unknown to the ERP is not shipped elsewhere', async () => {
  const { inErp, order } = await sent('00163e7a-11c2-1eef-a0b1-c2d3e4f50617')
  assert.equal(inErp, undefined)
  assert.equal(order.erp_state, 'rejected')
  assert.match(order.erp_error ?? '', /does not exist/)
})

test('the ERP gets the requested day, unless it has passed', async () => {
  const requested = { buyer_note: 'Use the back door', attention: 'Dock 3', requested_day: '2099-03-02' }
  const { inErp } = await sent(null, requested)
  assert.equal(inErp?.requestedFrom, '2099-03-02T18:00:00Z')
  assert.equal(inErp?.shipTo, 'Main Street')
  const passed = await sent(null, { ...requested, requested_day: '2020-03-02' })
  assert.notEqual(passed.inErp?.requestedFrom.slice(0, 10), '2020-03-02')
})

test('a requested day passes when it does for the business, not in UTC', async () => {
  // Of these two, one always has another day than UTC.
  const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  await sql`update business_calendar set time_zone = ${zone}`.execute(db)
  const today = businessDay(zone)
  for (const [requested_day, expected] of [
    [today, today],
    [dayAfter(today, -1), null],
  ] as const) {
    const { id } = await addOrder(db, { requested_day })
    assert.equal((await composeOrder(db, id))?.requestedDay, expected)
  }
})
