import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from './testing.ts'

const portal = await startTestPortal()
const [admin, manager] = [await portal.addUser({ is_admin: true }), await portal.addUser({ buying_role: 'manager' })]
const nobody = '00000000-0000-4000-8000-000000000000'

/** The value of a date field for the input `12/31/26`. */
const day = '0026-12-31'
const list = { name: 'Terms', contractNumber: '', currency: 'USD', validFrom: '2026-01-01', validTo: null, priority: 0 }
const place = { name: 'Dock', address1: '1 Elm', city: 'Salem', state: 'MA', zip: '01970', country: 'US' }
const sign = {
  companyName: 'Elm',
  name: 'A',
  lastName: 'B',
  email: 'a@elm.example',
  phone: '(207) 555-0142',
  password: 'long-enough',
}

const calls: [name: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, as?: typeof admin | null][] =
  [
    ['a delivery day', 'PUT', `/api/delivery/days/${day}`, { isOpen: false, name: 'Inventory' }],
    ['the first day of a price list', 'POST', '/api/price-lists', { ...list, validFrom: day }],
    ['the last day of a price list', 'POST', '/api/price-lists', { ...list, validTo: day }],
    [
      'the day of a simulated price',
      'GET',
      `/api/prices/simulation?user=${nobody}&product=${nobody}&quantity=1&day=${day}`,
    ],
    ['the license of an address', 'POST', `/api/ship-to/${manager._id}`, { ...place, licenseExpiresOn: day }],
    ['the license of a customer', 'PUT', `/api/users/${manager._id}`, { licenseExpiryDate: day }],
    [
      'the license of an applicant',
      'POST',
      '/api/users/signupsap',
      { ...sign, accountID: '1', licenseExpiryDate: day, agreesToTerms: true },
      null,
    ],
    ['the last day of a deputy', 'PUT', '/api/approval-deputy', { deputyId: null, until: day }, manager],
  ]

for (const [name, method, url, payload, as = admin] of calls)
  test(`${name} is not in the year 26`, async () => {
    const { status, body } = await portal.send({ method, url, ...(payload && { payload }), as })
    assert.equal(status, 400, JSON.stringify(body))
    assert.match(String(body['message']), /Enter the year with four digits: 2026 instead of 26\./)
  })
