import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErpOrderRef, OutgoingOrder } from '../gateway/erp.ts'
import { matchOrders } from './match-orders.ts'

const order: OutgoingOrder = {
  reference: 'AP-1',
  accountId: '4711',
  purchaseOrder: '',
  shippingMethod: '',
  comments: '',
  note: '',
  attention: '',
  requestedDay: null,
  placedBy: null,
  shipTo: null,
  backorders: null,
  createdAt: new Date(),
  lines: [
    { lineNo: 1, productId: '00093-0058-01', quantity: 2, unit: 'EA', price: 1, note: '' },
    { lineNo: 2, productId: '700', quantity: 1, unit: 'EA', price: 1, note: '' },
  ],
}

const inErp = (id: string, facts: Partial<ErpOrderRef> = {}): ErpOrderRef => ({
  objectId: `O${id}`,
  id,
  reference: 'AP-1',
  accountId: '4711',
  status: '4',
  isReleased: false,
  netAmount: 3,
  lines: [
    { productId: '000700', quantity: 1 },
    { productId: '00093-0058-01', quantity: 2 },
  ],
  changedAt: null,
  ...facts,
})

const ids = (found: ErpOrderRef[]) => {
  const { keep, discard, conflict } = matchOrders(order, found)
  return { keep: keep?.id ?? null, discard: discard.map(({ id }) => id), inConflict: conflict !== null }
}

test('nothing found, nothing linked', () => {
  assert.deepEqual(ids([]), { keep: null, discard: [], inConflict: false })
})

test('leading zeros and the sequence of lines make no difference', () => {
  assert.deepEqual(ids([inErp('8', { accountId: '0000004711' })]), { keep: '8', discard: [], inConflict: false })
})

test('of unreleased duplicates the lowest number stays', () => {
  assert.deepEqual(ids([inErp('10'), inErp('9'), inErp('11')]), { keep: '9', discard: ['10', '11'], inConflict: false })
})

test('a released one stays whatever its number', () => {
  assert.deepEqual(ids([inErp('9'), inErp('10', { isReleased: true })]), {
    keep: '10',
    discard: ['9'],
    inConflict: false,
  })
})

test('two released ones are a conflict', () => {
  const duplicates = [inErp('9', { isReleased: true }), inErp('10', { isReleased: true }), inErp('11')]
  assert.deepEqual(ids(duplicates), { keep: null, discard: [], inConflict: true })
})

test('another buyer or other lines are never linked and never discarded', () => {
  const none = { keep: null, discard: [], inConflict: true }
  assert.deepEqual(ids([inErp('9', { accountId: '4712' })]), none)
  assert.deepEqual(ids([inErp('9', { lines: [{ productId: '700', quantity: 1 }] })]), none)
  assert.deepEqual(ids([inErp('8'), inErp('9', { lines: [] })]), none)
})
