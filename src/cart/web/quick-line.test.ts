import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductCard } from '#catalog/contract.ts'
import { priceByQuantity } from '#catalog/price-shapes.ts'
import {
  duplicatesOf,
  type QuickLine,
  reasonOf,
  soldUnits,
  lineState,
  totalOf,
  unitGroups,
  withoutOuterUnit,
} from './quick-line.ts'

const product = (facts: Partial<ProductCard> = {}): ProductCard => ({
  _id: 'a',
  name: 'Metformin 500 mg Tablet, 100 ct bottle',
  slug: '00093777201',
  ndcNumber: '00093-7772-01',
  dummyNDC: false,
  manufacturer: 'Teva',
  category: '',
  image: '',
  price: 12.5,
  countInStock: 100,
  unitOfMeasure: 'BTL',
  isNonStocked: false,
  coldStatus: '',
  deaSchedule: '',
  packQuantity: 100,
  packUnit: 'EA',
  orderMinimum: null,
  orderMaximum: null,
  orderMultiple: null,
  isAllocated: false,
  isOnHold: false,
  isPublished: true,
  rating: 0,
  numReviews: 0,
  favBy: [],
  customPricingList: [],
  ...facts,
})

const line = (change: Partial<QuickLine> = {}): QuickLine => ({
  id: 1,
  code: '00093-7772-01',
  quantity: '12',
  unit: '',
  said: '',
  problem: null,
  at: 1,
  text: '',
  source: 0,
  verdict: 'ok',
  products: [product()],
  ...change,
})

const states: [what: string, QuickLine, kind: string, said: string][] = [
  ['good', line(), 'good', 'In stock'],
  ['good with a note', line({ reason: '3 left of 15' }), 'good', 'In stock: 3 left of 15'],
  ['no code', line({ code: ' ' }), 'fix', 'No code'],
  [
    'a code over the limit',
    line({ code: 'x'.repeat(501) }),
    'fix',
    'Code too long: It has 501 characters; the limit is 500.',
  ],
  ['unknown', line({ verdict: 'unknown', products: [] }), 'fix', 'Not in the catalog'],
  ['edited', line({ isEdited: true }), 'waiting', 'Not checked yet'],
  ['typed wrong', line({ quantity: '1e3' }), 'fix', 'Quantity unclear: “1e3” is not a whole number from 1 to 9,999.'],
  ['too many', line({ quantity: '10000' }), 'fix', 'Quantity unclear: “10000” is not a whole number from 1 to 9,999.'],
  [
    'read wrong',
    line({ quantity: '', said: '1.5', problem: 'unclearQuantity' }),
    'fix',
    'Quantity unclear: The line says: 1.5',
  ],
  [
    'two numbers',
    line({ quantity: '', said: '3 · 4', problem: 'severalNumbers' }),
    'fix',
    'Quantity unclear: More than one number: 3 · 4',
  ],
  ['none', line({ quantity: '', verdict: 'noQuantity' }), 'fix', 'Enter a quantity'],
  [
    'the pack',
    line({ quantity: '', said: '100', problem: 'packSize' }),
    'fix',
    'Enter a quantity: 100 is the pack size.',
  ],
  [
    'a case',
    line({ quantity: '', said: '2', problem: 'caseCode' }),
    'fix',
    'Case code: The line says 2. Enter the number of single packages.',
  ],
  [
    'a scanned case',
    line({ quantity: '', problem: 'caseCode' }),
    'fix',
    'Case code: Enter the number of single packages.',
  ],
  [
    'a scanned case that says how many',
    line({ code: '(02)00301860777607(37)12', quantity: '', problem: 'caseCode' }),
    'fix',
    'Case of 12: Enter the number of single packages.',
  ],
  [
    'a code with a count',
    line({ code: '(01)00301860777607(30)24', quantity: '', said: '24', problem: 'codeCount' }),
    'fix',
    'Enter a quantity: The code is for 24. Enter the number of packages.',
  ],
  ['another unit', line({ unit: 'EA' }), 'fix', 'Check the unit: 12 EA, sold per bottle of 100'],
  ['its own unit', line({ unit: 'bottles' }), 'good', 'In stock'],
  [
    'its own unit, as it is written there',
    line({ unit: 'zz', products: [product({ unitOfMeasure: 'ZZ' })] }),
    'good',
    'In stock',
  ],
  [
    'a unit for a product without one',
    line({ unit: 'EA', products: [product({ unitOfMeasure: '', packUnit: 'mL' })] }),
    'fix',
    'Check the unit: 12 EA, sold per package of 100 mL',
  ],
  [
    'refused by the cart',
    line({ verdict: 'refused', reason: 'A cart can have at most 500 lines.' }),
    'fix',
    'Not added: A cart can have at most 500 lines.',
  ],
  [
    'over a limit',
    line({ verdict: 'overLimit', reason: 'At most 6 in one order.' }),
    'fix',
    'Check the quantity: At most 6 in one order.',
  ],
]
for (const [what, one, kind, said] of states)
  test(what, () => assert.deepEqual([lineState(one).kind, reasonOf(one)], [kind, said]))

test('a number of cases is cleared, and another unit must be confirmed', () => {
  const cases = withoutOuterUnit(line({ unit: 'cs', quantity: '2' }))
  assert.deepEqual(
    [cases.quantity, cases.said, reasonOf(cases)],
    ['', '2 cs', 'Check the unit: 2 cs, sold per bottle of 100. Enter the number of single packages.'],
  )
  const own = line({ unit: 'CS', quantity: '2', products: [product({ unitOfMeasure: 'CASE' })] })
  assert.equal(withoutOuterUnit(own), own)
  assert.equal(soldUnits(line({ quantity: '12' })), '12 bottles')
  assert.equal(soldUnits(line({ quantity: '1', products: [product({ unitOfMeasure: 'BOX' })] })), '1 box')
  assert.equal(soldUnits(line({ quantity: '3', products: [product({ unitOfMeasure: 'BOX' })] })), '3 boxes')
})

test('groups lines with the same unit question, but not a single line', () => {
  const vial = product({ _id: 'v', unitOfMeasure: 'VIAL' })
  const lines = [
    line({ id: 1, unit: 'EA' }),
    line({ id: 2, unit: 'each' }),
    line({ id: 3, unit: 'EA', products: [vial] }),
    line({ id: 4, unit: 'BTL' }),
    line({ id: 5, unit: 'EA', verdict: 'unknown', products: [] }),
  ]
  assert.deepEqual(
    unitGroups(lines).map(({ unit, sold, lines: same }) => [unit, sold, same.map(({ id }) => id)]),
    [['EA', 'bottle', [1, 2]]],
  )
})

test('finds lines of the same product and prices their combined quantity', () => {
  const tiered = product({ priceTiers: [{ fromQuantity: 20, price: 10 }] })
  const lines = [
    line({ id: 1, products: [tiered] }),
    line({ id: 2, products: [tiered] }),
    line({ id: 3, products: [product({ _id: 'b' })], quantity: '2' }),
    line({ id: 4, products: [product({ _id: 'c' })], verdict: 'soldOut' }),
    line({ id: 5, products: [product({ _id: 'd' }), product({ _id: 'e' })], verdict: 'several' }),
  ]
  assert.deepEqual(
    [...duplicatesOf(lines)],
    [
      [1, [2]],
      [2, [1]],
    ],
  )
  const priceOf = ({ price, priceTiers }: ProductCard, quantity: number) => priceByQuantity(price, priceTiers, quantity)
  assert.equal(totalOf(lines, priceOf), 24 * 10 + 2 * 12.5)
})
