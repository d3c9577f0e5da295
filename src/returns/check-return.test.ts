import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRestock, evaluateReturn, type GoodsFacts, missingIn, type ReturnedGoods } from './check-return.ts'

const rules = { today: '2026-11-28', returnDays: 30, reverseDistributor: 'Acme Reverse, 555-0100' }
const facts: GoodsFacts = { schedule: 'none', storage: 'room', isPrescription: true, shippedOn: '2026-11-10', lots: [] }
const goods: ReturnedGoods = { reason: 'mistake', words: '', lot: 'L1', expiry: '2028-01-31', condition: 'unopened' }

type Row = [changed: Partial<ReturnedGoods & GoodsFacts>, desk: string, said: RegExp]

const desk = (changed: Row[0]) => {
  const {
    desk: decides,
    isRefused,
    why,
    next,
  } = evaluateReturn({ ...goods, ...changed }, { ...facts, ...changed }, rules)
  return { decides: isRefused ? 'refused' : decides, words: `${why} ${next}` }
}

const rows: Row[] = [
  [{}, 'returns', /unopened.*Do not ship/],
  [{ shippedOn: '2026-10-29' }, 'returns', /last 30 days/],
  [{ shippedOn: '2026-10-28' }, 'refused', /within 30 days. This shipped 31 days ago/],
  [{ shippedOn: null }, 'returns', /person decides/],
  [{ storage: 'unknown' }, 'returns', /person decides/],
  [{ lots: ['L1', 'L2'], lot: ' l1' }, 'returns', /unopened/],
  [{ lots: ['L2'] }, 'returns', /no lot L1 in this shipment.*Check the lot/],
  [{ lots: ['L2'], lot: '' }, 'returns', /unopened/],
  [{ lots: ['L2'], shippedOn: '2026-10-28' }, 'refused', /within 30 days/],
  [{ lots: ['L2'], reason: 'damaged' }, 'returns', /damaged goods of any kind/],
  [{ storage: 'cold' }, 'refused', /Refrigerated/],
  [{ condition: 'opened' }, 'refused', /Opened/],
  [{ condition: 'dispensed' }, 'refused', /Dispensed/],
  [{ expiry: '2026-11-27' }, 'reverse-distributor', /Acme Reverse/],
  [{ expiry: '2026-11-28' }, 'returns', /unopened/],
  [{ reason: 'expired', condition: 'opened' }, 'reverse-distributor', /Acme Reverse/],
  [{ reason: 'other', condition: 'opened', storage: 'cold' }, 'returns', /person decides/],
  [{ reason: 'damaged', storage: 'cold', shippedOn: '2025-01-01' }, 'returns', /damaged goods of any kind/],
  [{ reason: 'wrong', storage: 'cold', condition: 'opened' }, 'returns', /wrong items of any kind/],
  [{ reason: 'missing', condition: null }, 'returns', /nothing to send back/],
  [{ reason: 'short', condition: null }, 'returns', /nothing to send back/],
  [{ reason: 'recalled', storage: 'cold', condition: 'opened' }, 'recall', /recall’s instructions/],
  [{ schedule: 'CII' }, 'compliance', /own order form.*no label/],
  [{ schedule: 'CIV' }, 'compliance', /^Schedule IV goods are controlled/],
  [{ schedule: 'CII', reason: 'recalled' }, 'compliance', /own order form/],
  [{ schedule: 'CII', reason: 'missing' }, 'compliance', /right away/],
  [{ schedule: 'CIII' }, 'compliance', /by invoice/],
  [{ schedule: 'CIV', reason: 'damaged' }, 'compliance', /^Schedule IV .*right away/],
  [{ schedule: 'CV', reason: 'expired' }, 'compliance', /^Schedule V .*by invoice/],
  [{ schedule: 'CV', storage: 'cold', condition: 'opened', shippedOn: '2024-01-01' }, 'compliance', /by invoice/],
  [{ schedule: 'unknown' }, 'compliance', /not confirmed/],
  [{ schedule: 'unknown', reason: 'missing' }, 'compliance', /not confirmed/],
]

test('every request has a desk or a refusal, and says why and what happens next', () => {
  for (const [changed, expected, said] of rows) {
    const { decides, words } = desk(changed)
    assert.equal(decides, expected, JSON.stringify(changed))
    assert.match(words, said, JSON.stringify(changed))
  }
})

test('without a reverse distributor the answer promises its name', () => {
  const { next } = evaluateReturn({ ...goods, reason: 'expired' }, facts, { ...rules, reverseDistributor: '' })
  assert.match(next, /We name the reverse distributor/)
})

test('goods in hand need a condition, prescription goods also lot and expiry', () => {
  const cases: [Partial<ReturnedGoods>, isPrescription: boolean, field: string | null][] = [
    [{}, true, null],
    [{ condition: null }, false, 'condition'],
    [{ lot: '' }, true, 'lot'],
    [{ expiry: null }, true, 'expiry'],
    [{ lot: '', expiry: null }, false, null],
    [{ reason: 'missing', condition: null, lot: '', expiry: null }, true, null],
    [{ reason: 'short', condition: null, lot: '', expiry: null }, true, null],
    [{ reason: 'wrong' }, true, 'words'],
    [{ reason: 'other' }, true, 'words'],
    [{ reason: 'other', words: 'Closing down' }, true, null],
  ]
  for (const [changed, isPrescription, field] of cases)
    assert.equal(missingIn({ ...goods, ...changed }, { isPrescription })?.field ?? null, field, JSON.stringify(changed))
})

test('only sound, unexpired, uncontrolled room-temperature goods with verified serials are restocked', () => {
  const received = {
    reason: 'mistake',
    schedule: 'none',
    storage: 'room',
    needsTrace: false,
    expiry: '2028-01-31',
    customerCondition: 'unopened',
    condition: 'sound',
    restocked: 2,
    serials: [],
    verifiedAgainst: '',
  } as const
  type Received = Parameters<typeof checkRestock>[0]
  const traced = { needsTrace: true, serials: ['S1', 'S2'], verifiedAgainst: 'VRS' }
  const cases: [Partial<Received>, RegExp | null][] = [
    [{}, null],
    [{ reason: 'other' }, null],
    [{ reason: 'wrong' }, /not the product/],
    [traced, null],
    [{ ...traced, needsTrace: null }, null],
    [{ ...traced, serials: ['S1', 'S1'] }, /serial number of each/],
    [{ ...traced, serials: ['S1'] }, /serial number of each/],
    [{ ...traced, verifiedAgainst: '' }, /verified/],
    [{ needsTrace: null }, /serial/],
    [{ condition: 'opened' }, /Opened/],
    [{ customerCondition: 'dispensed' }, /dispensed/],
    [{ condition: 'damaged' }, /Damaged/],
    [{ reason: 'damaged' }, /Damaged/],
    [{ condition: 'expired' }, /Expired/],
    [{ expiry: '2026-11-27' }, /Expired/],
    [{ reason: 'expired' }, /Expired/],
    [{ reason: 'recalled' }, /Recalled/],
    [{ storage: 'cold' }, /Refrigerated/],
    [{ storage: 'unknown' }, /storage/],
    [{ schedule: 'CIV' }, /compliance/],
    [{ schedule: 'unknown' }, /not confirmed/],
    [{ reason: 'missing', customerCondition: null }, /never had/],
  ]
  for (const [changed, said] of cases) {
    const refusal = checkRestock({ ...received, ...changed }, rules.today)
    if (said === null) assert.equal(refusal, null, JSON.stringify(changed))
    else assert.match(refusal ?? 'restocked', said, JSON.stringify(changed))
  }
})
