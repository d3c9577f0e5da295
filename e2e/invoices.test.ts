import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { demoBusinesses } from '../demo/businesses.ts'
import { control, load, readNow } from './books.ts'
import { enterAs, expect, mailsTo, signOutOnPage, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { plainProduct } from './orders.ts'
import { pressKey } from './press-key.ts'

const buyer = 'buyer@demo.example'

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

test('a buyer filters invoices on a phone by keyboard, views one, and saves documents as one file', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, buyer)
  await page.goto('/MyInvoices')
  await expect(page.getByRole('status').filter({ hasText: /^Invoices, \d+ results$/ })).toBeVisible()
  await pressKey(page.getByRole('button', { name: 'Filters', exact: true }), 'Enter')
  await page.getByLabel('Filter by Ship via').fill('fedex')
  await pressKey(page.getByRole('main').getByRole('button', { name: 'Search', exact: true }), 'Enter')
  await expect(page.getByRole('button', { name: 'Filters (1)', exact: true })).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(rows(page).first()).toContainText('FEDEX')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  const several = rows(page)
    .first()
    .getByRole('button', { name: /parcels/ })
  if (await several.isVisible()) await several.click()
  await expect(
    rows(page)
      .first()
      .getByRole('link', { name: /track at FedEx/ })
      .first(),
  ).toHaveAttribute('href', /^https:\/\/www\.fedex\.com\/fedextrack\/\?trknbr=[1-9]/)
  await page.setViewportSize({ width: 390, height: 844 })

  const boxes = page.getByRole('checkbox', { name: /^Select invoice/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDFs of 2 as ZIP' }).click()
  expect((await coming).suggestedFilename()).toBe('invoices.zip')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await pressKey(page.getByRole('button', { name: 'Views, columns and files' }), 'Enter')
  await expect(page.getByRole('button', { name: 'Select page' })).toBeVisible()

  await rows(page).first().getByRole('link', { name: 'View' }).click()
  await pressKey(page.locator('summary', { hasText: 'Details' }), 'Enter')
  for (const word of ['Purchase order', 'FedEx account', 'Total gross amount', 'Payer'])
    await expect(page.getByText(word, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Filters (1)', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/MyInvoices\?.*ship/)
})

test('a slow document shows its progress and then itself, and other sites cannot open it', async ({ page, portal }) => {
  await enterAs(page, buyer)
  await page.goto('/MyInvoices')
  await control(portal, 'POST', '/faults', [
    { on: 'POST querydocumentoutputreques/*', kind: 'slow', ms: 5_000, times: 1 },
  ])
  const link = rows(page)
    .last()
    .getByRole('link', { name: /^Download PDF/ })
  await expect(link).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Account' })).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await link.click()
  const tab = await opened
  const document = tab.waitForResponse((answer) => answer.headers()['content-type'] === 'application/pdf')
  await expect(tab.getByText('The document is loading.')).toBeVisible()
  expect((await document).status()).toBe(200)
  await tab.close()

  const address = (await link.getAttribute('href')) ?? ''
  const elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<a href="${portal.url}${address}">An invoice</a>`),
  ).listen(0, 'localhost')
  await once(elsewhere, 'listening')
  await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`) // a TCP server's address is never text
  const answered = page.waitForResponse((answer) => answer.url().endsWith(address))
  await page.getByRole('link', { name: 'An invoice' }).click()
  expect((await answered).status()).toBe(401)
  elsewhere.close()
})

test('a buyer disputes a line of an invoice, and staff resolve it', async ({ page, portal }) => {
  const account = demoBusinesses().find(({ email }) => email === buyer)?.accountID
  const lines = [{ product: plainProduct?.ndcNumber, quantity: '2', price: '12.00' }]
  await load(portal, { invoices: [{ id: '99000201', account, date: '-1d', changed: '-0h', lines }] })
  await readNow(portal, 'invoices')
  await enterAs(page, buyer)
  await page.goto('/viewInvoice/99000201')
  await page.getByRole('button', { name: 'Ask a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask about invoice 99000201' })
  await dialog.getByLabel('Reason').selectOption('It arrived damaged')
  await dialog.getByLabel('About').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Enter your question.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByLabel('Your question').fill('Two bottles were broken.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Question sent. We will answer it here and by email.')).toBeVisible()
  const questions = page.locator('section', { has: page.getByRole('heading', { name: 'Questions' }) })
  await expect(questions.getByText('Two bottles were broken.')).toBeVisible()
  await expect(questions.getByText('Open', { exact: true })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  await signOutOnPage(page)
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/invoices')
  const all = page.locator('details', { has: page.getByRole('heading', { name: /^Questions from customers/ }) })
  await all.getByRole('heading', { name: /^Questions from customers/ }).click()
  const open = all.getByRole('listitem').filter({ hasText: '99000201' })
  await expect(open.getByText('Harbor Street Pharmacy')).toBeVisible()
  await open.getByRole('button', { name: 'Settle' }).click()
  const settling = page.getByRole('dialog', { name: 'Settle this question?' })
  await settling.getByLabel('Answer').fill('A credit note follows.')
  expect(await accessibilityFindings(page)).toEqual([])
  await settling.getByRole('button', { name: 'Settle' }).click()
  await expect(page.getByText('Question settled')).toBeVisible()
  await expect(open).toHaveCount(0)
  const subjects = async () => (await mailsTo(portal, buyer)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('Your question about invoice 99000201')
})

test('a viewer of a business turns on the emailed monthly statement and downloads one', async ({ page }) => {
  await enterAs(page, 'viewer@demo.example')
  await page.goto('/profile')
  const choice = page.getByRole('checkbox', { name: 'Email me the monthly statement of my business' })
  await expect(choice).not.toBeChecked()
  await pressKey(choice, 'Space')
  await expect(page.getByText('Monthly statement email turned on')).toBeVisible()
  await page.reload()
  await expect(choice).toBeChecked()
  await choice.click()
  await expect(page.getByText('Monthly statement email turned off')).toBeVisible()
  await expect(choice).not.toBeChecked()

  await page.goto('/MyInvoices')
  await page.getByRole('button', { name: 'Statement' }).click()
  const form = page.getByRole('dialog', { name: 'Statement' })
  const month = await form.getByLabel('Month').inputValue()
  const saving = page.waitForEvent('download')
  await form.getByRole('button', { name: 'PDF' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(new RegExp(`^statement-${month}`))
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
})
