import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countLines } from './count-parts.ts'

const layout = {
  ground: [['shared']],
  wings: { ordering: [['cart'], ['orders']] },
}

const texts: Record<string, string> = {
  'src/shared/money.ts': 'one\ntwo\n',
  'src/orders/place-order.ts': 'one\ntwo\nthree\n',
  'src/orders/place-order.test.ts': 'one\n',
  'src/orders/testing-orders.ts': 'one\n',
  'src/orders/tables.ts': '// Generated from the migrations.\none\n',
  'src/orders/web/order-page.tsx': 'one',
  'src/orders/web/order-page.module.css': 'one\ntwo\n',
}

const sizes = countLines(Object.keys(texts), (file) => texts[file] ?? '', layout)

it('counts the lines of each room, without tests and generated files', () => {
  assert.deepEqual(sizes.rooms, [
    { wing: 'ground', room: 'shared', code: 2, css: 0 },
    { wing: 'ordering', room: 'cart', code: 0, css: 0 },
    { wing: 'ordering', room: 'orders', code: 4, css: 2 },
    { wing: 'portal', room: 'portal', code: 0, css: 0 },
  ])
  assert.deepEqual(sizes.total, { code: 6, css: 2 })
})

it('names the largest files', () => {
  assert.deepEqual(sizes.largest[0], { file: 'src/orders/place-order.ts', lines: 3 })
})
