import type { Page } from '@playwright/test'
import { demoBusinesses } from '../demo/businesses.ts'
import { load, readNow } from './books.ts'
import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { awaitNumber, placeOrderByApi, plainProduct } from './orders.ts'

const buyer = 'buyer@demo.example'
const admin = 'admin@demo.example'

/** Heights of the rows of a table on a phone, once it has rows. */
const heightsOf = async (page: Page, table: string): Promise<number[]> => {
  const rows = page.getByRole('table', { name: table }).locator('tbody').getByRole('row').filter({ hasText: /\w/ })
  await expect(rows.first()).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  return rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
}

const expectTwoLines = (heights: number[], most = 90) => {
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(68)
  expect(Math.max(...heights)).toBeLessThanOrEqual(most)
}

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }))

test('on a phone, lines of an order and of an invoice are rows of two lines with quantity, price and total', async ({
  page,
  portal,
}) => {
  const { call } = await callAs(portal, buyer)
  const [order] = await call<{ _id: string }[]>('GET', '/api/orders/mineSAPLocal/%7B%7D')
  const account = demoBusinesses().find(({ email }) => email === buyer)?.accountID
  const lines = [{ product: plainProduct?.ndcNumber, quantity: '1234', price: '12.00' }]
  await load(portal, { invoices: [{ id: '99000401', account, date: '-1d', changed: '-0h', lines }] })
  await readNow(portal, 'invoices', 'openItems')
  await enterAs(page, buyer)
  await page.goto(`/order/${order?._id}`)
  expectTwoLines(await heightsOf(page, 'Items'))
  expect(await accessibilityFindings(page)).toEqual([])

  await page.goto('/viewInvoice/99000401')
  expectTwoLines(await heightsOf(page, 'Lines'))
  const row = page.getByRole('table', { name: 'Lines' }).locator('tbody').getByRole('row')
  for (const text of [plainProduct?.ndcNumber ?? '', '1,234', '$12.00', '$14,808.00'])
    await expect(row.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay $14,808.00', exact: true })).toHaveAttribute(
    'href',
    '/payInvoices?ids=99000401',
  )
  expect(await accessibilityFindings(page)).toEqual([])
})

test('an order that is not invoiced offers no payment, and shows the status of the order list', async ({
  page,
  portal,
}) => {
  const id = await placeOrderByApi(portal, buyer, 'PHONE-1')
  await awaitNumber(portal, buyer, id)
  await enterAs(page, buyer)
  await page.goto(`/order/${id}`)
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress.getByText(/^(?:Open|In Process|In Preparation) \(now\)$/)).toHaveCount(1)
  await expect(page.getByText('Due after the invoice')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Re-Order' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
})

test('on a phone, an approver sees why, by whom and until when, edits short rows, and rejects with a reason', async ({
  page,
}) => {
  await enterAs(page, 'manager@demo.example')
  await page.goto('/approvals')
  await page.getByRole('table', { name: 'To approve' }).getByRole('link').first().click()
  for (const text of [/Requested by Renee Thibodeaux/, /^Waiting for your approval until /, /^Why it needs approval$/])
    await expect(page.getByText(text)).toBeVisible()
  expectTwoLines(await heightsOf(page, 'Items'))
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject this order?' })
  await expect(dialog.getByRole('button', { name: 'Reject', exact: true })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('We have enough.')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText(/^Rejected by Alice Fontenot on .*: We have enough\.$/)).toBeVisible()
})

test('on a phone, products take at most 96 pixels each, except for names of four lines', async ({ page }) => {
  await enterAs(page, admin)
  await page.goto('/admin/products')
  const heights = await heightsOf(page, 'Products')
  expect(heights.filter((height) => height > 96).length).toBeLessThanOrEqual(heights.length / 25)
  expect(Math.max(...heights)).toBeLessThanOrEqual(115)
})
