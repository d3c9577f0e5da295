import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkRooms, mostLines } from './check-rooms.ts'
import type { Layout } from './layout.ts'

const layout: Layout = {
  ground: [['shared']],
  wings: { records: [['mail']], ordering: [['cart', 'orders']] },
  above: [['portal']],
  apart: [],
  folders: {},
  nouns: {},
  withoutCalls: ['mail'],
}

const rooms = {
  'src/mail/room.ts': [],
  'src/mail/routes.ts': [],
  'src/cart/room.ts': [],
  'src/orders/room.ts': ['src/orders/routes.ts'],
  'src/orders/routes.ts': ['src/orders/contract.ts'],
  'src/orders/history/routes.ts': ['src/orders/contract.ts'],
}

const judge = (imports: Record<string, string[]>, lines: Record<string, number> = {}) =>
  checkRooms({ imports: new Map(Object.entries(imports)), lines: new Map(Object.entries(lines)) }, layout)

it('rooms with what they need', () => assert.deepEqual(judge(rooms), []))

it('a room without its function', () => {
  const { 'src/cart/room.ts': _, ...others } = rooms
  assert.deepEqual(judge(others), ['src/cart: has no room.ts that registers its routes and jobs'])
})

it('calls that the contract of another room declares', () =>
  assert.deepEqual(judge({ ...rooms, 'src/cart/routes.ts': ['src/orders/contract.ts'] }), [
    'src/cart/routes.ts: no contract of its own room declares these calls',
  ]))

it('a room of the largest size, without its tests', () =>
  assert.deepEqual(
    judge(rooms, { 'src/cart/cart.ts': mostLines, 'src/cart/cart.test.ts': 5, 'src/cart/testing-carts.ts': 5 }),
    [],
  ))

it('a room that is larger, with its screens', () =>
  assert.deepEqual(judge(rooms, { 'src/cart/cart.ts': mostLines, 'src/cart/web/cart-page.tsx': 1 }), [
    `src/cart: ${mostLines + 1} lines, at most ${mostLines}`,
  ]))
