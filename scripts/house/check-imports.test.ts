import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkImports } from './check-imports.ts'
import { wingFloors, layout } from './layout.ts'

const check = (from: string, to: string) => checkImports(new Map([[from, [to]]]), layout)

const right: [from: string, to: string][] = [
  ['src/platform/http/serve.ts', 'src/shared/endpoint.ts'],
  ['src/platform/http/serve.ts', 'src/platform/db/connect.ts'],
  ['src/web/api.ts', 'src/shared/endpoint.ts'],
  ['src/audit/contract.ts', 'src/shared/endpoint.ts'],
  ['src/audit/seal-trail.ts', 'src/platform/db/connect.ts'],
  ['src/audit/web/trail-page.tsx', 'src/web/ui/page.tsx'],
  ['src/orders/place-order.ts', 'src/pricing/find-prices.ts'],
  ['src/orders/place-order.ts', 'src/audit/contract.ts'],
  ['src/orders/checkout/place-order.ts', 'src/catalog/tables.ts'],
  ['src/orders/routes.ts', 'src/orders/queries.ts'],
  ['src/orders/checkout/place-order.ts', 'src/orders/queries.ts'],
  ['src/orders/web/order-page.tsx', 'src/orders/contract.ts'],
  ['src/orders/web/order-page.tsx', 'src/catalog/web/product-tile.tsx'],
  ['src/reports/rank-sales.ts', 'src/reordering/habits/compute-habits.ts'],
  ['demo/seed.ts', 'src/reports/count-order.ts'],
  ['src/portal/app.ts', 'src/orders/room.ts'],
  ['src/orders/room.ts', 'src/orders/jobs.ts'],
  ['src/orders/web/order-page.tsx', 'src/orders/web/checkout/hooks.ts'],
  ['src/orders/web/order-page.tsx', 'src/catalog/web/use-categories.ts'],
  ['src/portal/app.ts', 'demo/start-demo.ts'],
  ['src/portal/web/routes.tsx', 'src/orders/web/order-page.tsx'],
  ['bench/fill-database.ts', 'demo/make-facts.ts'],
  ['bench/run-lighthouse.ts', 'e2e/browser.ts'],
  ['scripts/run-tests.ts', 'src/platform/testing-place.ts'],
  ['simulators/erp/main.ts', 'simulators/erp/server.ts'],
  // Tests and their helpers start a whole portal.
  ['src/catalog/catalog.test.ts', 'src/portal/testing-portal.ts'],
  ['src/catalog/testing-orders.ts', 'src/orders/queries.ts'],
  ['src/portal/testing.ts', 'src/web/api.ts'],
]

for (const [from, to] of right) it(`${from} may use ${to}`, () => assert.deepEqual(check(from, to), []))

const wrong: [from: string, to: string, complaint: string][] = [
  ['src/shared/money.ts', 'src/platform/db/connect.ts', 'shared is below platform'],
  ['src/shared/money.ts', 'src/web/api.ts', 'the server knows no screens'],
  ['src/platform/http/serve.ts', 'src/orders/contract.ts', 'platform is below orders'],
  ['src/platform/http/serve.ts', 'src/portal/app.ts', 'platform is below portal'],
  ['src/platform/http/static.ts', 'src/web/theme.ts', 'the server knows no screens'],
  ['src/web/shell/header.tsx', 'src/platform/feature.ts', 'a screen may not import server code'],
  ['src/web/shell/header.tsx', 'src/cart/web/cart-badge.tsx', 'web is below cart'],
  ['src/orders/web/hooks.ts', 'src/platform/feature.ts', 'a screen may not import server code'],
  ['src/audit/seal-trail.ts', 'src/mail/send-mail.ts', 'audit and mail are on the same floor'],
  ['src/mail/send-mail.ts', 'src/orders/tables.ts', 'the wing records is below the wing ordering'],
  ['src/catalog/find-product.ts', 'src/orders/tables.ts', 'the wing catalog is below the wing ordering'],
  ['src/catalog/web/product-page.tsx', 'src/cart/web/add-button.tsx', 'the wing catalog is below the wing ordering'],
  ['src/cart/read-cart.ts', 'src/orders/place-order.ts', 'cart is below orders'],
  ['src/orders/place-order.ts', 'src/catalog/room.ts', 'use the contract, the tables or a verb of catalog'],
  ['src/portal/app.ts', 'src/orders/routes.ts', 'open orders by its room.ts'],
  ['src/portal/app.ts', 'src/billing/payments/jobs.ts', 'open billing by its room.ts'],
  ['src/orders/web/order-page.tsx', 'src/catalog/web/hooks.ts', 'these hooks are only for the screens of catalog'],
  ['src/portal/web/strip.tsx', 'src/pricing/web/group-hooks.ts', 'these hooks are only for the screens of pricing'],
  [
    'src/purchasing/web/approvals/hooks.ts',
    'src/orders/web/checkout/hooks.ts',
    'these hooks are only for the screens of orders',
  ],
  ['src/orders/place-order.ts', 'src/portal/app.ts', 'orders is below portal'],
  ['src/orders/place-order.ts', 'src/catalog/queries.ts', 'use the contract, the tables or a verb of catalog'],
  ['src/erp/sync/run-sync.ts', 'src/orders/history/queries.ts', 'use the contract, the tables or a verb of orders'],
  ['src/orders/place-order.ts', 'src/mail/jobs.ts', 'use the contract, the tables or a verb of mail'],
  ['src/orders/place-order.ts', 'src/orders/web/hooks.ts', 'the server knows no screens'],
  ['src/portal/app.ts', 'src/portal/web/routes.tsx', 'the server knows no screens'],
  ['src/orders/place-order.ts', 'demo/products.ts', 'orders is below demo'],
  ['demo/seed.ts', 'src/portal/app.ts', 'demo is below portal'],
  ['src/orders/place-order.ts', 'src/portal/testing-portal.ts', 'only tests use what is made for tests'],
  ['src/erp/ask-erp.ts', 'simulators/erp/store.ts', 'simulators/erp and simulators/payments share nothing with us'],
  [
    'simulators/payments/stripe.ts',
    'src/shared/money.ts',
    'simulators/erp and simulators/payments share nothing with us',
  ],
  [
    'simulators/payments/stripe.ts',
    'simulators/erp/books.ts',
    'simulators/erp and simulators/payments share nothing with us',
  ],
]

for (const [from, to, complaint] of wrong)
  it(`${from} may not use ${to}`, () => assert.deepEqual(check(from, to), [`${from} -> ${to}: ${complaint}`]))

it('domains depend on each other only in the order of the layout', () => {
  const floors = wingFloors(layout)
  for (const [at, rooms] of floors.entries())
    for (const other of floors.slice(0, at).flat())
      for (const room of rooms) {
        assert.deepEqual(check(`src/${room}/contract.ts`, `src/${other}/contract.ts`), [])
        assert.equal(check(`src/${other}/contract.ts`, `src/${room}/contract.ts`).length, 1)
      }
})
