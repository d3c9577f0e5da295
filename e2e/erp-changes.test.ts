import { demoBusinesses } from '../demo/businesses.ts'
import { control, load, readNow } from './books.ts'
import { callAs } from './call-as.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { awaitNumber, placeOrderByApi, plainProduct } from './orders.ts'

const buyer = 'buyer2@demo.example'
const admin = 'admin@demo.example'
const account = demoBusinesses().find(({ email }) => email === buyer)?.accountID
const product = plainProduct?.ndcNumber

test('an order made in the ERP appears when an admin imports orders', async ({ page, portal }) => {
  await load(portal, {
    orders: [{ id: '990001', account, purchaseOrder: 'PHONE-17', created: '-0h', lines: [{ product, quantity: '2' }] }],
  })
  await enterAs(page, admin)
  await page.goto('/admin/sync')
  await page.getByRole('button', { name: 'Open menu', exact: true }).click()
  for (const name of ['Refresh Order Status', 'Import invoices', 'Import Orders', 'Update shipping addresses'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Import Orders', exact: true }).click()
  // The portal's own schedule may just have read the order, so that there is nothing new.
  await expect(page.getByText(/^Orders: .*\b(new|changed|skipped)\b/)).toBeVisible()
  await expect(page.getByText('Nora').first()).toBeVisible()
  await page.goto('/admin/orders')
  await expect(page.getByRole('row').filter({ hasText: '990001' })).toContainText('PHONE-17')
})

test('a credit note is not payable, and the credit limit is on the dashboard and beside the order', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await load(portal, {
    accounts: [{ id: account, name: 'Second pharmacy', credit: { limit: '1000.00', left: '0.50' } }],
    invoices: [
      {
        id: '99000001',
        account,
        date: '-1d',
        changed: '-0h',
        creditMemo: true,
        lines: [{ product, quantity: '1', price: '25.00' }],
      },
    ],
  })
  await readNow(portal, 'addresses', 'invoices', 'openItems')

  await enterAs(page, buyer)
  await page.goto('/user-dashboard')
  await expect(page.getByText(/^of \$1,000\.00, as of \w{3} \d/)).toBeVisible()

  await page.goto('/MyInvoices?query={"inv":"99000001"}')
  const row = page.getByRole('row', { name: /99000001/ })
  await expect(row.getByText('Credit note').first()).toBeVisible()
  await expect(row.getByText('-$25.00')).toBeVisible()
  await page.locator('summary').filter({ hasText: 'Overdue' }).click()
  await expect(page.getByText('Credit notes, deducted')).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await row.getByRole('link', { name: 'View' }).click()
  await expect(page.getByRole('heading', { name: 'Credit note 99000001' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
  await page.goto('/payInvoices?ids=99000001')
  await expect(page.getByText('99000001 is a credit note: there is nothing to pay.')).toBeVisible()

  const { call } = await callAs(portal, buyer)
  const { _id } = await call<{ _id: string }>('GET', `/api/products/slug/${product}`)
  await call('PUT', '/api/cart', { lines: [{ _id, quantity: 1 }] })
  await page.goto('/placeorder')
  const credit = page.getByRole('region', { name: 'Credit' })
  await expect(credit.getByText('$1,000.00')).toBeVisible()
  await expect(credit.getByText(/^This order is \$\d[\d.,]* over your available credit\.$/)).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])
})

test('a buyer sees which lines the ERP canceled, and then that the whole order is canceled', async ({
  page,
  portal,
}) => {
  const id = await placeOrderByApi(portal, buyer, 'PART-1', { code: product ?? '', quantity: 3 })
  await awaitNumber(portal, buyer, id)
  const { call } = await callAs(portal, buyer)
  const { orderIdSap } = await call<{ orderIdSap: string }>('GET', `/api/orders/${id}`)
  await load(portal, {
    orders: [
      {
        id: '980002',
        account,
        purchaseOrder: 'PART-2',
        created: '-0h',
        lines: [
          { product, quantity: '2' },
          { product, quantity: '5' },
        ],
      },
    ],
  })
  await readNow(portal, 'orders')
  await control(portal, 'POST', '/cancel', { order: '980002', line: '20' })
  await control(portal, 'POST', '/cancel', { order: orderIdSap })
  await readNow(portal, 'orders')

  await enterAs(page, buyer)
  await page.goto('/orderhistory?query={"purchaseOrder":"PART-"}')
  await expect(page.getByRole('row').filter({ hasText: 'PART-2' })).toContainText('1 of 2 lines canceled.')
  const row = page.getByRole('row').filter({ hasText: 'PART-1' })
  await expect(row).toContainText('Canceled')
  await row.getByRole('link', { name: 'Details' }).click()
  await expect(page.getByText(/^This order was canceled on .* Nothing more will ship/)).toBeVisible()
  await page.getByText('Timeline').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Canceled in the external system' })).toBeVisible()
  await page.goto('/orderhistory?query={"orderIdSap":"980002"}')
  await page.getByRole('link', { name: 'Details' }).click()
  await expect(page.getByRole('table', { name: 'Items' }).getByText('Canceled')).toBeVisible()
  await expect(page.getByText('Items (2 pieces)')).toBeVisible()
})

test('buyer and admin see on the order and the invoice that the ERP billed another price', async ({ page, portal }) => {
  const id = await placeOrderByApi(portal, buyer, 'OTHER-PRICE')
  await awaitNumber(portal, buyer, id)
  const { call } = await callAs(portal, buyer)
  const order = await call<{ orderIdSap: string; itemsPrice: number }>('GET', `/api/orders/${id}`)
  const price = (order.itemsPrice + 2.5).toFixed(2)
  await load(portal, {
    invoices: [
      {
        id: '99000101',
        order: order.orderIdSap,
        date: '-0h',
        changed: '-0h',
        lines: [{ product, quantity: '1', price }],
      },
    ],
  })
  await readNow(portal, 'invoices')

  const note = page.getByRole('note').filter({ hasText: 'Invoice total differs from your order' })
  for (const [email, advice] of [
    [buyer, ' more. Contact us before paying'],
    [admin, ' more. Correct the price in the ERP'],
  ] as const) {
    await enterAs(page, email)
    for (const path of [`/order/${id}`, '/viewInvoice/99000101']) {
      await page.goto(path)
      await expect(note).toContainText(advice)
    }
  }
  expect(await accessibilityFindings(page)).toEqual([])
})

test('a buyer sees what the wholesaler changed, what ships instead and when the rest comes', async ({
  page,
  portal,
}) => {
  const id = await placeOrderByApi(portal, buyer, 'CHANGE-1', { code: product ?? '', quantity: 6 })
  await awaitNumber(portal, buyer, id)
  const { call } = await callAs(portal, buyer)
  const { orderIdSap } = await call<{ orderIdSap: string }>('GET', `/api/orders/${id}`)
  await load(portal, {
    materials: [{ id: '99999-0001-01', description: 'Another maker of it', unit: 'EA', price: '9.00' }],
  })
  const change = { order: orderIdSap, line: '10' }
  await control(portal, 'POST', '/change', { ...change, substitute: '99999-0001-01', quantity: '2' })
  await control(portal, 'POST', '/confirm', {
    ...change,
    confirmed: [{ quantity: '1' }, { quantity: '3', on: '2099-12-02' }],
  })
  await readNow(portal, 'orders')

  await enterAs(page, buyer)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/order/${id}`)
    const changes = page.getByRole('region', { name: 'Changes' })
    await expect(changes.getByText('Changed by the wholesaler')).toHaveCount(1)
    await expect(changes).toContainText('2 × Another maker of it (99999-0001-01)')
    const items = page.getByRole('table', { name: 'Items' })
    await expect(items).toContainText('Ordered 6, offered 2 × Another maker of it (99999-0001-01)')
    await expect(items).toContainText('3 backordered, expected Dec 2, 2099')
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.goto('/user-dashboard')
    if (width < 768) await page.locator('summary').filter({ hasText: 'Backordered lines' }).click()
    const row = page.getByRole('table', { name: 'Backordered lines' }).getByRole('row').filter({ hasText: orderIdSap })
    await expect(row).toContainText('3 of 6')
    await expect(row).toContainText('Dec 2, 2099')
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  }

  await enterAs(page, admin)
  await page.goto('/admin/sync')
  await expect(page.getByText(`on order ${orderIdSap} without consent`).first()).toBeVisible()
})
