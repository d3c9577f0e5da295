import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDelivery, type DeliveryLine, findConflict, totalState, type TraceState } from './check-delivery.ts'

const gtin = '00300010123455'
const line = (facts: Partial<DeliveryLine>): DeliveryLine => ({
  number: '0001-0123-45',
  ordered: 5,
  shipped: 5,
  needsTrace: true,
  ...facts,
})

const cases: [title: string, facts: Partial<DeliveryLine>, packages: number, state: TraceState][] = [
  ['all packages', {}, 5, 'available'],
  ['fewer packages than shipped', {}, 3, 'partial'],
  ['no packages', {}, 0, 'missing'],
  ['not shipped', { shipped: 0 }, 0, 'notShipped'],
  ['packages before the ERP tells that they shipped', { shipped: 0 }, 5, 'available'],
  ['partly shipped with all its packages', { shipped: 2 }, 2, 'available'],
  ['gauze', { needsTrace: false }, 0, 'notRequired'],
  ['gauze that is not shipped', { needsTrace: false, shipped: 0 }, 0, 'notRequired'],
  ['gauze with packages in a document', { needsTrace: false }, 2, 'available'],
  ['a product of which nothing is recorded', { needsTrace: null }, 0, 'unknown'],
  ['a product of which nothing is recorded, with packages', { needsTrace: null }, 5, 'available'],
  ['an 11-digit NDC', { number: '00001012345' }, 5, 'available'],
  ['an item number', { number: 'GAUZE-4' }, 5, 'missing'],
]
for (const [title, facts, packages, state] of cases)
  test(`the data of ${title} is ${state}`, () => {
    assert.deepEqual(
      checkDelivery([line(facts)], new Map(packages ? [[gtin, packages]] : [])).map((one) => one.state),
      [state],
    )
  })

const totals: [states: TraceState[], total: TraceState][] = [
  [['available', 'missing', 'notRequired'], 'missing'],
  [['available', 'partial'], 'partial'],
  [['available', 'unknown'], 'unknown'],
  [['available', 'notRequired', 'notShipped'], 'available'],
  [['notShipped', 'notRequired'], 'notShipped'],
  [['notRequired'], 'notRequired'],
  [[], 'notRequired'],
]
for (const [states, total] of totals)
  test(`a delivery of ${states.join(', ') || 'nothing'} is ${total}`, () => {
    assert.equal(totalState(states.map((state) => ({ state }))), total)
  })

test('a conflict names packages that were not ordered', () => {
  const conflictOf = (counts: Map<string, number>, facts: Partial<DeliveryLine> = {}) =>
    findConflict(checkDelivery([line(facts)], counts), counts)
  assert.equal(conflictOf(new Map([[gtin, 5]])), '')
  assert.equal(conflictOf(new Map([[gtin, 3]])), '')
  assert.equal(conflictOf(new Map([[gtin, 7]])), '0001-0123-45: 7 in the documents, 5 ordered.')
  assert.equal(conflictOf(new Map([['00349483622010', 1]])), 'GTIN 00349483622010 is not on the order.')
})
