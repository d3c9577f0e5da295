import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { businessDay, dayAfter } from '#shared/business-day.ts'
import { delivery } from './contract.ts'
import { arrivalsAt } from './find-arrivals.ts'

const portal = await startTestPortal()
const [admin, buyer] = [await portal.addUser({ is_admin: true }), await portal.addUser()]
const fridayNoon = new Date('2037-11-20T17:00:00Z')
const arrivals = () => arrivalsAt(portal.db, portal.config.BUSINESS_TIME_ZONE, fridayNoon)
const setMethod = (
  method: 'UPS GROUND' | 'FEDEX PRIORITY OVERNIGHT',
  cutOff: string | null,
  transitDays: number | null,
) => portal.call(delivery.setMethod, { params: { method }, body: { cutOff, transitDays }, as: admin })

test('nothing is promised before the settings are entered', async () => {
  const { status, body } = await portal.call(delivery.arrivals, { as: buyer })
  assert.equal(status, 200)
  assert.deepEqual(body.methods, { 'UPS GROUND': null, 'FEDEX PRIORITY OVERNIGHT': null })
  assert.equal(body.cold, null)
})

test('cut-offs, transit days, holidays and single days determine the promise and are audited', async () => {
  assert.equal((await setMethod('UPS GROUND', '15:30', 4)).status, 200)
  assert.equal((await setMethod('FEDEX PRIORITY OVERNIGHT', '16:00', 1)).status, 200)
  const { methods, cold } = await arrivals()
  assert.deepEqual(methods['UPS GROUND'], {
    orderBy: '2037-11-20T20:30:00.000Z',
    shipsOn: '2037-11-20',
    arrivesOn: '2037-11-30',
  })
  assert.equal(cold?.shipsOn, '2037-11-23')
  const holiday = { params: { rule: 'dayAfterThanksgiving' as const }, body: { isKept: false }, as: admin }
  assert.equal((await portal.call(delivery.keepHoliday, holiday)).status, 200)
  assert.equal((await arrivals()).methods['UPS GROUND']?.arrivesOn, '2037-11-27')
  const day = { params: { day: '2037-11-23' }, as: admin }
  const closed = { ...day, body: { isOpen: false, name: 'Stock-taking' } }
  assert.equal((await portal.call(delivery.setDay, closed)).status, 200)
  assert.equal((await arrivals()).cold?.shipsOn, '2037-11-24')
  assert.equal((await portal.call(delivery.removeDay, day)).status, 200)
  assert.equal((await portal.call(delivery.removeDay, day)).status, 404)
  const { body } = await portal.call(delivery.settings, { as: admin })
  assert.deepEqual(
    body.methods.map(({ method, cutOff }) => [method, cutOff]),
    [
      ['UPS GROUND', '15:30'],
      ['FEDEX PRIORITY OVERNIGHT', '16:00'],
    ],
  )
  const { count } = await portal.db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('action', '=', 'delivery changed')
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), 5)
})

test('past days can’t be opened or closed, by the warehouse’s calendar', async () => {
  const today = businessDay(portal.config.BUSINESS_TIME_ZONE)
  const set = (day: string) =>
    portal.call(delivery.setDay, { params: { day }, body: { isOpen: false, name: 'Inventory' }, as: admin })
  for (const day of [dayAfter(today, -1), '2020-01-01']) {
    const { status, body } = await set(day)
    assert.equal(status, 400)
    assert.match(body.message, /This day has passed/)
  }
  assert.equal((await set(today)).status, 200)
  const { body } = await portal.call(delivery.settings, { as: admin })
  assert.deepEqual(
    body.days.map(({ day }) => day),
    [today],
  )
})

test('invalid settings are refused, and only admins change them', async () => {
  const put = (path: string, payload: object, as = admin) => portal.send({ method: 'PUT', url: path, payload, as })
  const ground = '/api/delivery/methods/UPS%20GROUND'
  assert.equal((await put(ground, { cutOff: '25:00', transitDays: 1 })).status, 400)
  assert.equal((await put(ground, { cutOff: null, transitDays: 0 })).status, 400)
  assert.equal((await put('/api/delivery/methods/PIGEON', { cutOff: null, transitDays: 1 })).status, 400)
  assert.equal((await put('/api/delivery/days/2026-02-30', { isOpen: true, name: '' })).status, 400)
  assert.equal((await put(ground, { cutOff: null, transitDays: 1 }, buyer)).status, 403)
})
