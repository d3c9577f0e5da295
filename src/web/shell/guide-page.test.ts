import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { guidePageOf, guidePages } from './guide-page.ts'

const root = resolve(import.meta.dirname, '../../..')

test('each screen leads to its page of the guide', () => {
  const guide = 'https://guide.example.com'
  for (const [screen, page] of [
    ['/', 'buying/find-products/'],
    ['/product/aspirin-81-mg', 'buying/find-products/'],
    ['/orderguides/1', 'buying/order-guides/'],
    ['/order/17', 'buying/orders-and-invoices/'],
    ['/orderhistory', 'buying/orders-and-invoices/'],
    ['/admin/products', 'back-office/products/'],
    ['/admin/import/5', 'back-office/imports/'],
    ['/admin/sync', 'back-office/orders/'],
    ['/user-dashboard', ''],
  ] as const)
    assert.equal(guidePageOf(guide, screen), `${guide}/${page}`)
})

test('these pages exist, and every row is reachable', () => {
  const routes = readFileSync(resolve(root, 'src/portal/web/routes.tsx'), 'utf8')
  const screens = [...routes.matchAll(/\b(?:at|page)\(\s*'(\/[^']*)'/g)].map(([, path = '']) => path)
  const reached = new Set(screens.map((screen) => guidePages.find(([those]) => those.test(screen))?.[1]))
  for (const [, page] of guidePages) {
    assert.ok(existsSync(resolve(root, 'docs-site/src/content/docs', `${page}.md`)), page)
    assert.ok(reached.has(page), page)
  }
})
