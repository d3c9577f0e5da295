import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkSupply, type Supply, type SupplyLine, type SupplyRules } from './check-supply.ts'
import type { LicenseFacts } from './licenses/read-licenses.ts'

const today = '2026-11-28'
const strict: SupplyRules = { requiresLicense: true, suppliesGoOn: true, shipsFrom: '', today }
const lenient: SupplyRules = { ...strict, requiresLicense: false }

const license = (facts: Partial<LicenseFacts> = {}): LicenseFacts => ({
  isOwn: false,
  warehouse: '',
  isFirst: false,
  shipToId: null,
  kind: 'state',
  state: 'MA',
  schedules: [],
  expiresOn: '2027-06-30',
  status: 'verified',
  renewalFiledOn: null,
  ...facts,
})
const dea = (facts: Partial<LicenseFacts> = {}): LicenseFacts =>
  license({ kind: 'dea', state: '', schedules: ['3', '3N', '4', '5'], ...facts })
const own = [license({ isOwn: true }), dea({ isOwn: true })]

const line = (facts: Partial<SupplyLine> = {}): SupplyLine => ({
  productId: 'p',
  name: 'Tablet',
  hasNdc: true,
  dispensing: 'Rx',
  deaSchedule: '',
  stateSchedule: '',
  isScheduleKnown: true,
  isNarcotic: null,
  isListOne: false,
  ...facts,
})
const [three, four, five] = ['CIII', 'CIV', 'CV'].map((deaSchedule) => line({ deaSchedule }))
const otc = line({ dispensing: 'OTC' })
const supplies = line({ hasNdc: false, dispensing: '', isScheduleKnown: false })

/** `no`: refused; the kind of a hold; `yes` if the line goes on. */
const resultOf = (
  of: SupplyLine | undefined,
  licenses: LicenseFacts[],
  rules: SupplyRules,
  where: Partial<Supply> = {},
) => {
  const supply = { state: 'MA', shipToId: null, shipToProblem: '', needsOwnLicense: false, licenses, ...where }
  const found = checkSupply(of ? [of] : [], supply, rules)
  if (found.some(({ isRefused }) => isRefused)) return 'no'
  return [...new Set(found.map(({ kind }) => kind))].join(' ') || 'yes'
}

type Case = [what: string, line: SupplyLine | undefined, licenses: LicenseFacts[], strict: string, lenient: string]

const good = license()
const cases: Case[] = [
  ['Rx with a verified license', line(), [good, ...own], 'yes', 'yes'],
  ['Rx without a license', line(), own, 'license', 'yes'],
  ['Rx with an unverified license', line(), [license({ status: 'unverified' }), ...own], 'license', 'yes'],
  ['Rx with a license of another State', line(), [license({ state: 'NH' }), ...own], 'license', 'yes'],
  ['Rx with a license of an unknown State', line(), [license({ state: '' }), ...own], 'license', 'yes'],
  ['Rx with an undated license', line(), [license({ expiresOn: null }), ...own], 'license', 'yes'],
  ['Rx on the last day', line(), [license({ expiresOn: today }), ...own], 'yes', 'yes'],
  ['Rx with an expired license', line(), [license({ expiresOn: '2026-11-27' }), ...own], 'license', 'license'],
  [
    'Rx with an expired license and a valid one',
    line(),
    [license({ expiresOn: '2026-11-27' }), good, ...own],
    'yes',
    'yes',
  ],
  [
    'Rx with an expired first license and a valid one',
    line(),
    [license({ expiresOn: '2026-11-27', isFirst: true }), good, ...own],
    'license',
    'license',
  ],
  [
    'Rx with a renewal filed in time',
    line(),
    [license({ expiresOn: '2026-11-27', renewalFiledOn: '2026-11-27' }), ...own],
    'yes',
    'yes',
  ],
  [
    'Rx with a renewal filed late',
    line(),
    [license({ expiresOn: '2026-11-26', renewalFiledOn: '2026-11-27' }), ...own],
    'license',
    'license',
  ],
  ['Rx with a suspended license', line(), [license({ status: 'suspended' }), good, ...own], 'no', 'no'],
  ['Rx without our own license', line(), [good], 'license', 'yes'],
  [
    'Rx with our own expired license',
    line(),
    [good, license({ isOwn: true, expiresOn: '2026-01-01' })],
    'license',
    'license',
  ],
  ['Rx with our own suspended license', line(), [good, license({ isOwn: true, status: 'suspended' })], 'no', 'no'],
  ['an NDC without a class', line({ dispensing: '' }), own, 'license', 'yes'],
  ['an NDC of unknown schedule', line({ isScheduleKnown: false }), [good, ...own], 'no', 'yes'],
  ['OTC of unknown schedule', line({ dispensing: 'OTC', isScheduleKnown: false }), [good, ...own], 'no', 'yes'],
  ['OTC without a license', otc, [], 'yes', 'yes'],
  ['supplies without a license', supplies, [], 'yes', 'yes'],
  [
    'Schedule II with every license',
    line({ deaSchedule: 'CII' }),
    [good, dea({ schedules: ['2', '2N'] }), ...own],
    'no',
    'no',
  ],
  ['Schedule III with a registration', three, [good, dea(), ...own], 'yes', 'yes'],
  ['Schedule III of unknown kind with one half', three, [good, dea({ schedules: ['3N'] }), ...own], 'no', 'no'],
  [
    'narcotic III with 3N',
    line({ deaSchedule: 'CIII', isNarcotic: true }),
    [good, dea({ schedules: ['3N'] }), ...own],
    'no',
    'no',
  ],
  [
    'narcotic III with 3',
    line({ deaSchedule: 'CIII', isNarcotic: true }),
    [good, dea({ schedules: ['3'] }), ...own],
    'yes',
    'yes',
  ],
  [
    'non-narcotic III with 3N',
    line({ deaSchedule: 'CIII', isNarcotic: false }),
    [good, dea({ schedules: ['3N'] }), ...own],
    'yes',
    'yes',
  ],
  [
    'non-narcotic III with 3',
    line({ deaSchedule: 'CIII', isNarcotic: false }),
    [good, dea({ schedules: ['3'] }), ...own],
    'no',
    'no',
  ],
  ['Schedule IV without a registration', four, [good, ...own], 'registration', 'yes'],
  [
    'Schedule IV with an expired one',
    four,
    [good, dea({ expiresOn: '2026-11-27' }), ...own],
    'registration',
    'registration',
  ],
  ['Schedule IV with an unverified one', four, [good, dea({ status: 'unverified' }), ...own], 'registration', 'yes'],
  ['Schedule IV with one of no known schedules', four, [good, dea({ schedules: [] }), ...own], 'registration', 'yes'],
  ['Schedule IV with one of V', four, [good, dea({ schedules: ['5'] }), ...own], 'no', 'no'],
  ['Schedule V with one of V', five, [good, dea({ schedules: ['5'] }), ...own], 'yes', 'yes'],
  ['Schedule V with a suspended one', five, [good, dea({ status: 'suspended' }), ...own], 'no', 'no'],
  ['Schedule IV without our own registration', four, [good, dea(), license({ isOwn: true })], 'registration', 'yes'],
  ['Schedule IV with one of another address', four, [good, dea({ shipToId: 'annex' }), ...own], 'registration', 'yes'],
  [
    'Schedule IV with an expired registration of the State',
    four,
    [good, dea(), license({ kind: 'controlled', expiresOn: '2026-01-01' }), ...own],
    'registration',
    'registration',
  ],
  ['Schedule V of the State only', line({ stateSchedule: 'CV MA' }), [good, ...own], 'registration', 'yes'],
  ['Schedule V of the State with one of V', line({ stateSchedule: 'CV MA' }), [good, dea(), ...own], 'yes', 'yes'],
  [
    'IV that is III in the State',
    line({ deaSchedule: 'CIV', stateSchedule: 'CIII MA' }),
    [good, dea({ schedules: ['4'] }), ...own],
    'no',
    'no',
  ],
  ['Schedule II of the State only', line({ stateSchedule: 'CII MA' }), [good, dea(), ...own], 'no', 'no'],
  [
    'V of the State of unknown federal schedule',
    line({ stateSchedule: 'CV MA', isScheduleKnown: false }),
    [good, dea(), ...own],
    'no',
    'yes',
  ],
  ['OTC List I without a registration', line({ dispensing: 'OTC', isListOne: true }), [], 'registration', 'yes'],
  [
    'OTC List I with both registrations',
    line({ dispensing: 'OTC', isListOne: true }),
    [license({ kind: 'list-one', state: '' }), license({ kind: 'list-one', state: '', isOwn: true })],
    'yes',
    'yes',
  ],
]

describe('supply', () => {
  for (const [what, of, licenses, required, recorded] of cases) {
    it(`of ${what}: ${required}`, () => assert.equal(resultOf(of, licenses, strict), required))
    it(`of ${what}, checking only recorded licenses: ${recorded}`, () =>
      assert.equal(resultOf(of, licenses, lenient), recorded))
  }

  it('of OTC and supplies needs a license if the setting says so', () => {
    for (const each of [otc, { ...supplies, isScheduleKnown: true }])
      assert.equal(resultOf(each, own, { ...strict, suppliesGoOn: false }), 'license')
  })

  it('to a ship-to address waits for its license, and goes by its license', () => {
    const annex = { state: 'NH', shipToId: 'annex' }
    const ours = [license({ isOwn: true, state: 'NH' })]
    assert.equal(resultOf(line(), ours, lenient, { ...annex, shipToProblem: 'No license.' }), 'ship-to')
    assert.equal(resultOf(line(), ours, strict, { ...annex, shipToProblem: 'No license.' }), 'ship-to')
    const local = license({ state: 'NH' })
    const needsOwnLicense = { ...annex, needsOwnLicense: true }
    const ofAnnex = license({ state: 'NH', shipToId: 'annex' })
    assert.equal(resultOf(line(), [local, ...ours], strict, annex), 'yes')
    assert.equal(resultOf(line(), [local, ...ours], strict, needsOwnLicense), 'license')
    assert.equal(resultOf(line(), [ofAnnex, ...ours], strict, needsOwnLicense), 'yes')
    const suspended = { ...needsOwnLicense, shipToProblem: 'The license has expired.' }
    assert.equal(resultOf(line(), [{ ...ofAnnex, status: 'suspended' }, ...ours], lenient, suspended), 'no')
    assert.equal(resultOf(line(), [good, ...ours], strict, annex), 'license')
    assert.equal(resultOf(line(), [license({ state: 'NH', shipToId: 'annex' }), ...ours], strict, annex), 'yes')
    assert.equal(resultOf(line(), [license({ state: 'NH', shipToId: 'other' }), ...ours], strict, annex), 'license')
  })
})
