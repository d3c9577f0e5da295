import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawHouse } from './draw-house.ts'
import type { Layout } from './layout.ts'

const layout: Layout = {
  ground: [['shared'], ['platform', 'web']],
  wings: { catalog: [['catalog']], ordering: [['orders']] },
  above: [['portal']],
  apart: [],
  folders: {},
  nouns: {},
  withoutCalls: [],
}

const imports = new Map([
  ['src/platform/config.ts', ['src/shared/wire.ts']],
  ['src/web/api.ts', ['src/shared/wire.ts']],
  ['src/catalog/routes.ts', ['src/platform/config.ts', 'src/shared/wire.ts']],
  ['src/orders/place-order.ts', ['src/catalog/routes.ts', 'src/platform/config.ts', 'src/orders/contract.ts']],
  ['src/orders/web/order-page.tsx', ['src/web/api.ts']],
  ['src/orders/orders.test.ts', ['src/portal/app.ts']],
])
const page = drawHouse(imports, layout)
const arrows = page.match(/\S+ --> \S+/g)?.toSorted()

test('an arrow between wings stands for a use that does not follow from others', () => {
  assert.deepEqual(arrows, ['catalog --> ground', 'ordering --> catalog'])
})

test('a box names its rooms', () => {
  assert.match(page, /ground\["<b>ground<\/b><br>shared · platform · web"\]/)
  assert.match(page, /portal\["<b>portal<\/b>"\]/)
})

test('the table names every use, of server files and of screens apart', () => {
  assert.match(page, /\| ordering \| `orders` \| .* \| catalog, platform \| web \|/)
  assert.match(page, /\| catalog \| `catalog` \| .* \| platform, shared \| {2}\|/)
})

test('imports of tests do not count', () => {
  assert.doesNotMatch(page, /orders --> portal/)
})
