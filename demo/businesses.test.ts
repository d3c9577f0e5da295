import assert from 'node:assert/strict'
import { test } from 'node:test'

import { demoBusinesses, demoStaff, incompleteBusiness, pendingBusiness } from './businesses.ts'

const businesses = [...demoBusinesses(), pendingBusiness()]

test('thirty businesses in many states, the two buyers first', () => {
  assert.equal(demoBusinesses().length, 30)
  assert.ok(new Set(businesses.map((business) => business.shipto_state)).size >= 18)
  const emails = demoBusinesses().map((business) => business.email)
  assert.deepEqual(emails.slice(0, 2), ['buyer@demo.example', 'buyer2@demo.example'])
})

test('GLNs have a valid check digit', () => {
  for (const { GLNNumber, GS1Number } of businesses) {
    for (const gln of [GLNNumber, GS1Number]) {
      assert.match(gln, /^952\d{10}$/)
      const sum = [...gln].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
      assert.equal(sum % 10, 0, gln)
    }
  }
})

test('email addresses, account numbers and GLNs are unique', () => {
  const holders = [...businesses, ...demoStaff]
  const people = [...holders, ...businesses.flatMap(({ colleagues }) => colleagues), incompleteBusiness()]
  assert.equal(new Set(people.map((person) => person.email)).size, people.length)
  assert.equal(new Set(holders.map((holder) => holder.accountID)).size, holders.length)
  assert.equal(new Set(businesses.flatMap((one) => [one.GLNNumber, one.GS1Number])).size, businesses.length * 2)
})

test('every field of a profile passes the form’s validation', () => {
  for (const business of businesses) {
    for (const [field, value] of Object.entries(business))
      assert.notEqual(value, '', `${business.companyName} ${field}`)
    assert.match(business.shipto_zip, /^\d{5}$/)
    assert.match(business.billto_zip, /^\d{5}$/)
    assert.match(business.accountID, /^\d{7}$/)
    assert.match(business.phone, /^\d{3}-555-01\d\d$/)
    assert.match(business.email, /\.example$/)
    assert.match(business.licenseName, /^[A-Z][a-z]+( [A-Z][a-z]+)* (Board of Pharmacy|Department of Health)$/)
  }
})

test('some licenses end within a month and one has ended', () => {
  const days = demoBusinesses().map((business) => business.licenseExpiresInDays)
  assert.equal(days.filter((left) => left < 0).length, 1)
  assert.ok(days.filter((left) => left >= 0 && left <= 30).length >= 2)
})
