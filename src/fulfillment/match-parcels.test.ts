import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchParcels } from './match-parcels.ts'

const line = (lineNo: number, slug: string, quantity: number, more: { canceled?: number; unit?: string } = {}) => ({
  lineNo,
  slug,
  quantity,
  canceled: 0,
  unit: '',
  ...more,
})
const item = (productId: string, quantity: number, orderItem = '') => ({
  orderId: '1',
  orderItem,
  productId,
  quantity,
  unit: 'EA',
})
type Item = ReturnType<typeof item>

const cases: [name: string, lines: ReturnType<typeof line>[], items: Item[], expected: (number | null)[][]][] = [
  ['by the item’s position', [line(1, 'A', 5), line(2, 'A', 5)], [item('A', 5, '20')], [[2, 5]]],
  ['a position with another product is ignored', [line(1, 'A', 5), line(2, 'B', 5)], [item('B', 5, '10')], [[2, 5]]],
  [
    'without a position, the first line that waits',
    [line(1, 'A', 5), line(2, 'A', 5)],
    [item('A', 5), item('A', 5), item('A', 1)],
    [
      [1, 5],
      [2, 5],
      [2, 1],
    ],
  ],
  ['a canceled line waits for nothing', [line(1, 'A', 5, { canceled: 5 }), line(2, 'A', 5)], [item('A', 5)], [[2, 5]]],
  ['in another format of the NDC', [line(1, '00093-0058-01', 5)], [item('00093005801', 5)], [[1, 5]]],
  ['a product that was not ordered', [line(1, 'A', 5)], [item('B', 5)], [[null, 5]]],
]

for (const [name, lines, items, expected] of cases)
  test(name, () => {
    const shipments = matchParcels(lines, [{ items }])
    assert.deepEqual(
      shipments.map(({ lineNo, quantity }) => [lineNo, quantity]),
      expected,
    )
  })

test('another unit than the line’s is reported, because the quantities cannot be compared', () => {
  const [shipment] = matchParcels([line(1, 'A', 5, { unit: 'CS' })], [{ items: [item('A', 5)] }])
  assert.equal(shipment?.isSameUnit, false)
})
