import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareExtract, type ExtractRow, indexExtract, type RecordedLicense } from './compare-extract.ts'

const reading = { dayOrder: 'month first', hasShortYears: false } as const
const today = '2026-11-28'
const recorded = (facts: Partial<RecordedLicense> = {}): RecordedLicense => ({
  number: 'PH-31207',
  names: ['Harbor Street Pharmacy'],
  addresses: ['1 North Main Street, Boston, MA 02101'],
  expiresOn: '2027-06-30',
  isSuspended: false,
  sharedWith: [],
  ...facts,
})
const row = (facts: Partial<ExtractRow> = {}): ExtractRow => ({
  number: 'PH31207',
  name: 'HARBOR STREET PHARMACY, INC.',
  address: '1 N. MAIN ST BOSTON MASSACHUSETTS 02101-4455',
  status: 'Active',
  expiresOn: '06/30/2027',
  ...facts,
})

const cases: [what: string, license: RecordedLicense, rows: ExtractRow[], expected: string][] = [
  ['the same license in other spelling', recorded(), [row()], 'matches'],
  ['ISO dates', recorded(), [row({ expiresOn: '2027-06-30' })], 'matches'],
  ['no status, name or address column', recorded(), [row({ status: '', name: '', address: '' })], 'matches'],
  ['another number', recorded(), [row({ number: 'PH31208' })], 'differs number'],
  ['another number and date', recorded(), [row({ number: 'PH31208', expiresOn: '06/30/2028' })], 'missing'],
  ['another name', recorded(), [row({ name: 'Harbor Lane Pharmacy' })], 'differs name'],
  ['one of several names', recorded({ names: ['Annex', 'Harbor Street Pharmacy'] }), [row()], 'matches'],
  ['another house', recorded(), [row({ address: '11 N Main St Boston MA 02101' })], 'differs address'],
  ['another ZIP code', recorded(), [row({ address: '1 N Main St Boston MA 02102' })], 'differs address'],
  ['a later expiry', recorded(), [row({ expiresOn: '06/30/2029' })], 'differs expiry'],
  ['no expiry', recorded(), [row({ expiresOn: '' })], 'differs expiry'],
  ['no recorded expiry', recorded({ expiresOn: null }), [row({ expiresOn: '' })], 'differs expiry'],
  ['an unreadable expiry', recorded(), [row({ expiresOn: 'soon' })], 'differs expiry'],
  ['an expired license', recorded({ expiresOn: '2026-11-27' }), [row({ expiresOn: '11/27/2026' })], 'differs expiry'],
  ['the last day', recorded({ expiresOn: today }), [row({ expiresOn: '11/28/2026' })], 'matches'],
  ['a revoked license', recorded(), [row({ status: 'Revoked' })], 'differs status'],
  ['probation', recorded(), [row({ status: 'Active - Probation' })], 'differs status'],
  ['inactive', recorded(), [row({ status: 'INACTIVE' })], 'differs status'],
  ['our suspension', recorded({ isSuspended: true }), [row()], 'differs status'],
  ['a number of two holders, with a name', recorded({ sharedWith: ['Annex'] }), [row()], 'matches'],
  ['a number of two holders', recorded({ sharedWith: ['Annex'] }), [row({ name: '' })], 'differs number'],
  ['a second row that is revoked', recorded(), [row(), row({ status: 'Revoked' })], 'differs status'],
  ['several differences', recorded(), [row({ name: 'X', status: 'Expired' })], 'differs name status'],
  ['an empty extract', recorded(), [], 'missing'],
  ['a license without a number', recorded({ number: '', names: [] }), [row({ number: '' })], 'missing'],
]

it('a row of another record is not found by its name', () => {
  const index = indexExtract([row({ number: 'PH31208' })], reading, new Set(['PH31208']))
  assert.equal(compareExtract(recorded(), index, today).outcome, 'missing')
})

it('many rows of a chain with one name take no longer than other rows', () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => row({ number: `X${at}`, expiresOn: '06/30/2029' }))
  const index = indexExtract(rows, reading)
  const start = performance.now()
  const found = Array.from({ length: 5_000 }, (_, at) => compareExtract(recorded({ number: `Y${at}` }), index, today))
  assert.ok(found.every(({ outcome }) => outcome === 'missing'))
  assert.ok(performance.now() - start < 10_000)
})

describe('a license compared with an extract', () => {
  for (const [what, license, rows, expected] of cases)
    it(`${what}: ${expected}`, () => {
      const { outcome, differences } = compareExtract(license, indexExtract(rows, reading), today)
      assert.equal([outcome, ...differences.map(({ field }) => field)].join(' '), expected)
    })
})
