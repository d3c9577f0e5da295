import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkNames } from './check-names.ts'
import { layout } from './layout.ts'

const right = [
  'src/shared/money.ts',
  'src/platform/feature.ts',
  'src/platform/db/connect.ts',
  'src/platform/db/driver-values.d.ts',
  'src/platform/embedded-postgres/join-server.test.ts',
  'src/billing/payments/crash.prove.ts',
  'src/web/shell/page-header.tsx',
  'src/web/shell/page-header.module.css',
  'src/web/shell/icon.svg',
  'src/web/api.ts',
  'src/orders/contract.ts',
  'src/orders/tables.ts',
  'src/orders/room.ts',
  'src/orders/order-shapes.ts',
  'src/orders/place-order.ts',
  'src/orders/place-order.test.ts',
  'src/orders/orders.test.ts',
  'src/orders/testing-placement.ts',
  'src/orders/checkout/place-order.ts',
  'src/orders/web/hooks.ts',
  'src/orders/web/checkout/cart-page.tsx',
  'src/orders/web/checkout/cart-page.module.css',
  'src/cart/cart.ts',
  'src/erp/byd/gate.ts',
  'src/search/README.md',
  'src/billing/payments/provider.ts',
  'src/portal/app.ts',
  'src/portal/web/routes.tsx',
  'demo/products.json',
  'demo/NOTICE.md',
  'bench/lighthouse/.npmrc',
  'scripts/check.mjs',
  'simulators/payments/browser/card.js',
]

for (const file of right) it(`${file} is well named`, () => assert.deepEqual(checkNames([file], layout), []))

const wrong: [file: string, complaint: string][] = [
  ['src/orders/placeOrder.ts', 'use lower-case words with hyphens'],
  ['src/orders/web/OrderPage.tsx', 'use lower-case words with hyphens'],
  ['src/orders/web/order_page.module.css', 'use lower-case words with hyphens'],
  ['src/web/shell/Icon.svg', 'use lower-case words with hyphens'],
  ['demo/makeFacts.ts', 'use lower-case words with hyphens'],
  ['src/orders/utils.ts', 'name it after its contents'],
  ['src/orders/web/index.ts', 'name it after its contents'],
  ['src/shared/types.ts', 'name it after its contents'],
  ['bench/helpers.ts', 'name it after its contents'],
  ['scripts/common.mjs', 'name it after its contents'],
  ['src/utils.test.ts', 'name it after its contents'],
  ['src/orders/judge-order.ts', '"judge" is retired: write check, validate, evaluate or score'],
  ['src/orders/web/keep-cart.ts', '"keep" is retired: write save, cache, buffer or throttle'],
  ['e2e/tell-colleagues.test.ts', '"tell" is retired: write notify'],
  [
    'src/erp/sync/frobnicate-orders-quickly.ts',
    '"frobnicate" is not a verb and "quickly" not a noun of scripts/house/words.ts',
  ],
  ['src/root.ts', 'not a room of the layout'],
  ['src/warehouse/store-goods.ts', 'not a room of the layout'],
  ['src/demo/seed-demo.ts', 'not a room of the layout'],
  ['src/orders/order.ts', 'a verb and its noun, or one of contract, routes, queries, jobs, tables, room'],
  ['src/catalog/picture.ts', 'a verb and its noun, or one of contract, routes, queries, jobs, tables, room'],
  ['src/orders/sync/read-orders.ts', 'not a folder of this room'],
  ['src/orders/checkout/cart/fill-cart.ts', 'not a folder of this room'],
  ['src/orders/checkout/web/order-page.tsx', 'not a folder of this room'],
  ['src/orders/web/parts/order-line.tsx', 'not a folder of this room'],
  ['src/web/orders/order-line.tsx', 'not a folder of this room'],
  ['src/orders/order-page.tsx', 'no server file has this ending'],
  ['src/orders/order-page.module.css', 'no server file has this ending'],
  ['src/platform/run-server.mjs', 'no server file has this ending'],
  ['src/orders/web/order-page.jsx', 'no screen has this ending'],
]

for (const [file, complaint] of wrong)
  it(`${file} is refused`, () => assert.deepEqual(checkNames([file], layout), [`${file}: ${complaint}`]))
