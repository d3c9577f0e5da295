import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, mailedCode, overflowOf, enterAs, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import type { RunningPortal } from './portal.ts'

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

test('a buyer finds an order, comes back to the same rows, and orders it again', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/orderhistory')
  await expect(page.getByRole('status').filter({ hasText: /^Orders, \d+ results$/ })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  await page.getByLabel('Filter by Status').selectOption('Completed')
  await expect(page).toHaveURL(/query=%7B%22orderStatusSap%22%3A%223%22%7D/)
  await page.getByLabel('Filter by Date').fill('2026')
  await expect(page.getByLabel('Filter by Date')).toBeFocused()
  await expect(page).toHaveURL(/createdAt/)
  await page.getByRole('button', { name: 'Total (USD)' }).click()
  await expect(page.getByRole('columnheader', { name: 'Total (USD)' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  const first = await rows(page).first().innerText()
  const count = await page.getByText(/\d+ results?$/).innerText()

  await page.reload()
  await expect(rows(page).first()).toHaveText(first.replaceAll(/\s+/g, ' '), { useInnerText: true })
  await expect(page.getByLabel('Filter by Status')).toHaveValue('3')

  await page.evaluate(() => scrollTo(0, 600))
  await rows(page).nth(15).getByRole('link', { name: 'Details' }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByText('Order ID assigned')).toBeVisible()
  await page.goBack()
  await expect(page.getByText(count)).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)

  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(/\/orderhistory(\?sort=totalPrice)?$/)
  await page.getByRole('button', { name: 'Re-Order' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Do you really want to reorder' })
  await expect(dialog.getByText(/will be added at today’s price|cannot/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Re-Order' }).click()
  await expect(
    page.getByText(/All the items have been added in the cart to reorder|added to the cart\. Not added/),
  ).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]').length)).toBeGreaterThan(0)
})

test('a view is kept with the account, columns can be left out, and the list is saved as a file', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/orderhistory')
  await page.getByLabel('Filter by Status').selectOption('Completed')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Purchase order' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Purchase order' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save this view as').fill('Done')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('View “Done” saved')).toBeVisible()

  await page.goto('/orderhistory')
  await expect(page.getByRole('columnheader', { name: 'Purchase order' })).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Purchase order' })).toHaveCount(0)
  await expect(page.getByLabel('Filter by Status')).toHaveValue('3')

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await coming).suggestedFilename()).toBe('orders.csv')
})

test('a buyer filters invoices, views one and opens its document in a new tab', async ({ page, context }) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/MyInvoices')
  await expect(page.getByRole('status').filter({ hasText: /^Invoices, \d+ results$/ })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByLabel('Filter by Ship via').fill('fedex')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/ship/)
  await expect(rows(page).first()).toContainText('FEDEX')
  const link = rows(page)
    .first()
    .getByRole('link', { name: /track at FedEx/ })
  await expect(link.first()).toHaveAttribute('href', /^https:\/\/www\.fedex\.com\/fedextrack\/\?trknbr=[1-9]/)

  await rows(page).first().getByRole('link', { name: 'View' }).click()
  await expect(page).toHaveURL(/\/viewInvoice\//)
  for (const word of ['Purchase order', 'FedEx account', 'Total gross amount', 'Payer'])
    await expect(page.getByText(word, { exact: true })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  const address = (await page.getByRole('link', { name: /^Download PDF/ }).getAttribute('href')) ?? ''
  const answer = await context.request.get(address)
  expect([200, 404, 502]).toContain(answer.status())
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/MyInvoices\?.*ship/)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(/\/MyInvoices$/)
})

test('a document that takes ten seconds shows its progress and then itself, and no other site can open it', async ({
  page,
  portal,
}) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/MyInvoices')
  const faults = [{ on: 'POST querydocumentoutputreques/*', kind: 'slow', ms: 10_000, times: 1 }]
  await fetch(`${portal.control}/faults`, { method: 'POST', body: JSON.stringify(faults) })
  const opened = page.waitForEvent('popup')
  await rows(page)
    .nth(8)
    .getByRole('link', { name: /^Download PDF/ })
    .click()
  const tab = await opened
  const document = tab.waitForResponse((answer) => answer.headers()['content-type'] === 'application/pdf', {
    timeout: 30_000,
  })
  await expect(tab.getByText('The document is on its way.')).toBeVisible()
  expect((await document).status()).toBe(200)
  await tab.close()

  const address =
    (await rows(page)
      .nth(8)
      .getByRole('link', { name: /^Download PDF/ })
      .getAttribute('href')) ?? ''
  const elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<a href="${portal.url}${address}">An invoice</a>`),
  ).listen(0, 'localhost')
  await once(elsewhere, 'listening')
  await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`)
  const answered = page.waitForResponse((answer) => answer.url().endsWith(address))
  await page.getByRole('link', { name: 'An invoice' }).click()
  expect((await answered).status()).toBe(401)
  elsewhere.close()
})

test('an order says where it stands, and payment is below the goods', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/orderhistory?query=%7B%22orderStatusSap%22%3A%223%22%7D')
  // The latest were ordered by other journeys, and have no invoice yet.
  await rows(page).last().getByRole('link', { name: 'Details' }).click()
  const progress = page.getByRole('region', { name: 'Progress' })
  for (const word of ['Placed (done)', 'In preparation (done)', 'Shipped (done)', 'Invoiced (done)'])
    await expect(progress.getByText(word)).toBeVisible()
  await expect(progress.getByText(/Your order number is \d+/)).toBeVisible()
  await expect(progress.getByText(/^\$[\d,]+\.\d\d$/)).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }
  // On a phone the facts stand before the lines.
  const facts = await page.getByRole('complementary', { name: 'Order facts' }).boundingBox()
  const items = await page.getByRole('table', { name: 'Items' }).boundingBox()
  expect(facts?.y ?? 0).toBeLessThan(items?.y ?? 0)
})

test('a buyer disputes a line of an invoice, and the back office settles it', async ({ page, portal }) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/MyInvoices')
  await expect(page.getByRole('columnheader', { name: 'Account' })).toHaveCount(0)
  await rows(page).nth(2).getByRole('link', { name: 'View' }).click()
  // Right after its start the portal has not read yet what the ERP's invoices bill.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('table', { name: 'Lines' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByText('Harbor Street Pharmacy').first()).toBeVisible()
  const number = /viewInvoice\/(\w+)/.exec(page.url())?.[1] ?? ''
  await page.getByRole('button', { name: 'Ask about it' }).click()
  const dialog = page.getByRole('dialog', { name: `Ask about invoice ${number}` })
  await dialog.getByLabel('Reason').selectOption('It arrived damaged')
  await dialog.getByLabel('What it is about').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Please write a sentence.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByLabel('What should we know?').fill('Two bottles were broken.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('We have your question and will answer it.')).toBeVisible()
  const questions = page.locator('section', { has: page.getByRole('heading', { name: 'Questions' }) })
  await expect(questions.getByText('Two bottles were broken.')).toBeVisible()
  await expect(questions.getByText('Open', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.evaluate(() => localStorage.removeItem('userInfo'))
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/invoices')
  const open = page.locator('section', { has: page.getByRole('heading', { name: /^Questions from customers/ }) })
  await expect(open.getByText('Harbor Street Pharmacy')).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await open.getByRole('button', { name: 'Settle' }).click()
  const settling = page.getByRole('dialog', { name: 'Settle this question?' })
  await settling.getByLabel('Answer').fill('A credit note follows.')
  await settling.getByRole('button', { name: 'Settle' }).click()
  await expect(page.getByText('The question is settled')).toBeVisible()
  await expect(open).toHaveCount(0)
  await expect
    .poll(async () => {
      const answer = await fetch(`${portal.url}/dev/mailbox?to=buyer%40demo.example`, {
        headers: { accept: 'application/json' },
      })
      return ((await answer.json()) as { subject: string }[]).map(({ subject }) => subject)
    })
    .toContain(`Your question about invoice ${number}`)
})

test('a buyer saves the documents of several invoices as one file', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/MyInvoices')
  const boxes = page.getByRole('checkbox', { name: /^Choose invoice/ })
  await boxes.nth(3).check()
  await boxes.nth(4).check()
  await expect(page).toHaveURL(/\/MyInvoices$/)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDFs of 2 as ZIP' }).click()
  expect((await coming).suggestedFilename()).toBe('invoices.zip')
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect(page.getByRole('button', { name: 'Choose page' })).toBeVisible()
})

interface Buyer {
  _id: string
  token: string
}

const placeByApi = async (portal: RunningPortal, purchaseOrder: string): Promise<string> => {
  const email = 'buyer2@demo.example'
  const post = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${portal.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as unknown
  }
  const { _id, token } = (await post('/api/users/signin', { email, password: 'apotheca-demo' })) as Buyer
  const asked = new Date()
  await post(`/api/orders/sendOTP/${_id}`, {}, token)
  const otp = await mailedCode(portal, email, asked)
  const { products } = (await (await fetch(`${portal.url}/api/products/search?query=metformin`)).json()) as {
    products: { _id: string }[]
  }
  const orderItems = [{ _id: products[0]?._id, quantity: 1 }]
  const placed = await post('/api/orders', { orderItems, shippingMethod: 'UPS GROUND', purchaseOrder, otp }, token)
  return (placed as { order: { _id: string } }).order._id
}

test('an admin deletes one order without number and syncs another', async ({ page, portal }) => {
  await fetch(`${portal.control}/off`, { method: 'POST' })
  await placeByApi(portal, 'DOOMED-1')
  await placeByApi(portal, 'STUCK-1')
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/orders')
  await expect(page.getByText('Order typed in the external system')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  const numbered = rows(page).filter({ hasText: 'Completed' }).first()
  await expect(numbered.getByRole('button', { name: 'Delete' })).toHaveCount(0)

  await page.getByLabel('Filter by Purchase order').fill('DOOMED')
  await expect(page.getByText('Orders, 1 result', { exact: true })).toBeVisible()
  await rows(page).first().getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure to delete?' })
  await dialog.getByLabel('Reason').fill('Ordered twice')
  // While the portal is just trying to reach the ERP, deleting is refused: then one asks again.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Order deleted successfully')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()

  await page.getByLabel('Filter by Purchase order').fill('STUCK')
  await expect(page.getByText('ID will follow')).toBeVisible()
  await fetch(`${portal.control}/on`, { method: 'POST' })
  await rows(page).first().getByRole('button', { name: 'Try to sync' }).click()
  await expect(rows(page).first().getByRole('button', { name: 'Try to sync' })).toHaveCount(0, { timeout: 60_000 })
  await expect(rows(page).first()).toContainText(/^\d{6}/)
})

test('the lists are cards on a phone and work by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'buyer@demo.example')
  for (const path of ['/orderhistory', '/MyInvoices']) {
    await page.goto(path)
    await expect(rows(page).nth(3)).toBeVisible()
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('button', { name: /^Filters/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel(/Filter by (Status|Release status)/).selectOption('Completed')
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  }
})
