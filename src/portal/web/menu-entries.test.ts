import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { morePagesFor, pagesFor, railGroups, routesOf, sideMenuFor } from './menu-entries.ts'

const customer = { isAdmin: false, isSalesRep: false }
const users = {
  buyer: customer,
  viewer: { ...customer, buyingRole: 'viewer' },
  approver: { ...customer, buyingRole: 'approver' },
  manager: { ...customer, buyingRole: 'manager' },
  rep: { ...customer, isSalesRep: true },
  admin: { ...customer, isAdmin: true },
} as const

const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label)

/** Reached by the header: the user menu, the cart link, and the links of the sign-in page and of emails. */
const ofHeader = {
  '/cart': ['/shipping', '/payment', '/placeorder'],
  '/signin': ['/signin/company', '/signin/company/$way', '/resetpass', '/setnewpass', '/signup', '/signupSap'],
  '/profile': ['/secondfactor', '/confirmemail', '/keepemail'],
}

test('every route has an entry in the rail, a tab, the bar or the header, or is the detail of one', () => {
  const table = readFileSync(new URL('routes.tsx', import.meta.url), 'utf8')
  const routes = [...table.matchAll(/\b(?:at|page)\(\s*'(\/[^']*)'/g)].map(([, route]) => route)
  assert.ok(routes.length > 50)
  const reached = new Set<string>([
    ...Object.values(users).flatMap((user) => pagesFor(user).flatMap(routesOf)),
    ...Object.entries(ofHeader).flat(2),
  ])
  assert.deepEqual(
    routes.filter((route) => !reached.has(route ?? '')),
    [],
  )
})

test('every page of the rail has an icon, which is all that shows below 1280 pixels', () => {
  const rail = readFileSync(new URL('rail.tsx', import.meta.url), 'utf8')
  const without = railGroups.flatMap(({ entries }) => entries).filter(({ to }) => !rail.includes(`'${to}': `))
  assert.deepEqual(labels(without), [])
})

test('no route belongs to two entries of a user', () => {
  for (const [name, user] of Object.entries(users)) {
    const routes = pagesFor(user).flatMap((entry) => [...new Set(routesOf(entry))])
    assert.equal(routes.length, new Set(routes).size, name)
  }
})

test('the side menu has the specified entries, and the bar and the rail have the pages of the role', () => {
  const shop = ['User Dashboard', 'Product Catalog', 'Orders', 'Invoices']
  for (const name of ['buyer', 'viewer', 'approver', 'manager', 'rep'] as const)
    assert.deepEqual(labels(sideMenuFor(users[name])), shop, name)
  assert.deepEqual(labels(sideMenuFor(users.admin)), [
    'Admin Dashboard',
    'Customer Invoices',
    'Orders',
    'Customer Maintenance',
    'User maintenance',
    'Product Maintenance',
  ])
  assert.deepEqual(labels(pagesFor(users.viewer)), ['Dashboard', 'Catalog', 'Order Guides', 'Orders', 'Invoices'])
  assert.deepEqual(labels(morePagesFor(users.buyer)), ['Quick Order', 'Order Guides'])
  assert.deepEqual(labels(morePagesFor(users.approver)), ['Quick Order', 'Order Guides', 'Approvals'])
  assert.deepEqual(labels(morePagesFor(users.manager)), ['Quick Order', 'Order Guides', 'Approvals', 'Team'])
  assert.deepEqual(labels(morePagesFor(users.rep)), ['Quick Order', 'Order Guides', 'Price Simulator'])
  assert.deepEqual(labels(pagesFor(users.rep)).slice(0, 2), ['Customers', 'Catalog'])
  assert.deepEqual(labels(morePagesFor(users.admin)), [
    'Returns',
    'Price Lists',
    'Order reviews',
    'Licenses',
    'Trace data',
    'Recalls & quarantine',
    'Retention',
    'Shipping & delivery',
    'Brand',
    'Sync',
    'Audit Trail',
  ])
  assert.deepEqual(pagesFor(null), [])
})
