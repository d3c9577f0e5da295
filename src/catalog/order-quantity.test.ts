import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  fittingQuantity,
  minimumQuantity,
  limitWords,
  noQuantityFits,
  type OrderLimits,
  quantityBlock,
} from './order-quantity.ts'

const limits = (
  orderMinimum: number | null,
  orderMaximum: number | null,
  orderMultiple: number | null,
): OrderLimits => ({
  orderMinimum,
  orderMaximum,
  orderMultiple,
})

describe('quantity limits per order', () => {
  const blocks: [OrderLimits, number, string | null][] = [
    [limits(null, null, null), 7, null],
    [limits(null, null, 6), 12, null],
    [limits(null, null, 6), 7, 'Sold in multiples of 6.'],
    [limits(10, null, 6), 6, 'At least 12 in one order.'],
    [limits(10, null, null), 9, 'At least 10 in one order.'],
    [limits(null, 20, 6), 24, 'At most 18 in one order.'],
    [limits(2, 2, null), 2, null],
  ]
  for (const [given, quantity, block] of blocks)
    it(`${JSON.stringify(Object.values(given))} and ${quantity}: ${block ?? 'may be ordered'}`, () =>
      assert.equal(quantityBlock(given, quantity), block))

  const fits: [OrderLimits, number, number | undefined, number][] = [
    [limits(null, null, 6), 7, undefined, 6],
    [limits(null, null, 6), 3, undefined, 6],
    [limits(10, null, 6), 1, undefined, 12],
    [limits(null, 20, 6), 100, undefined, 18],
    [limits(null, null, 6), 12, 8, 6],
    [limits(null, null, 6), 12, 5, 0],
    [limits(null, null, null), 12, 5, 5],
  ]
  for (const [given, wanted, available, quantity] of fits)
    it(`limits ${JSON.stringify(Object.values(given))}, wanted ${wanted}, available ${available ?? 'unlimited'}: fits ${quantity}`, () =>
      assert.equal(fittingQuantity(given, wanted, available), quantity))

  it('limits are described, and refused if no quantity fits', () => {
    assert.equal(limitWords(limits(10, 40, 6)), 'Multiples of 6, at least 12, at most 36')
    assert.equal(limitWords(limits(null, null, null)), '')
    assert.equal(minimumQuantity(limits(null, null, null)), 1)
    assert.equal(noQuantityFits(limits(7, 11, 6)), 'No quantity fits this minimum, maximum and multiple.')
    assert.equal(noQuantityFits(limits(7, 12, 6)), null)
  })
})
