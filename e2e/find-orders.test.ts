import type { Page } from '@playwright/test'
import { readNow } from './books.ts'
import { callAs } from './call-as.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { placeOrderByApi } from './orders.ts'
import { pressKey } from './press-key.ts'

const buyer = 'buyer@demo.example'
/** About as many lines as a pharmacy orders in a week. */
const longOrder = 40

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

test('a buyer saves a view of orders, finds an order, reorders it and returns to the same rows', async ({ page }) => {
  await enterAs(page, buyer)
  await page.goto('/orderhistory')
  await page.getByLabel('Filter by Status').selectOption('Completed')
  await expect(page).toHaveURL(/orderStatusSap/)
  await expect(rows(page).first()).toContainText('Completed')
  const day = await rows(page)
    .first()
    .getByText(/^\d{4}-\d\d-\d\d$/)
    .first()
    .innerText()
  const month = day.slice(0, 7)
  await page.getByLabel('Filter by Date').fill(month)
  await expect(page).toHaveURL(/createdAt/)
  await expect(page.getByLabel('Filter by Date')).toBeFocused()
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
  await expect(page.getByLabel('Filter by Date')).toHaveValue(month)
  await expect(rows(page).first()).toContainText(day)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await coming).suggestedFilename()).toBe('orders.csv')

  await page.goto('/orderhistory')
  await expect(page.getByRole('status').filter({ hasText: /^Orders, \d+ results$/ })).toBeVisible()
  await page.getByLabel('Filter by Status').selectOption('Completed')
  await expect(page).toHaveURL(/query=%7B%22orderStatusSap%22%3A%223%22%7D/)
  // Its PO numbers start with the initials of Harbor Street Pharmacy.
  await page.getByLabel('Filter by Purchase order').fill('HSP-')
  await expect(page.getByLabel('Filter by Purchase order')).toBeFocused()
  await expect(page).toHaveURL(/purchaseOrder/)
  await page.getByRole('button', { name: 'Total (USD)' }).click()
  await expect(page.getByRole('columnheader', { name: 'Total (USD)' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  const first = await rows(page).first().innerText()
  const count = await page.getByText(/\d+ results?$/).innerText()

  await page.reload()
  await expect(rows(page).first()).toHaveText(first.replaceAll(/\s+/g, ' '), { useInnerText: true })
  await expect(page.getByLabel('Filter by Status')).toHaveValue('3')

  await rows(page).first().getByRole('button', { name: 'Re-Order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Do you really want to reorder' })
  await expect(dialog.getByText(/will be added at today’s price|cannot/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Re-Order' }).click()
  await expect(
    page.getByText(/All the items have been added in the cart to reorder|added to the cart\. Not added/),
  ).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]').length)).toBeGreaterThan(0)

  await page.evaluate(() => scrollTo(0, 600))
  await rows(page).nth(15).getByRole('link', { name: 'Details' }).click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(count)).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(/\/orderhistory(\?sort=totalPrice)?$/)
})

test('an order shows its progress on a phone, and prints forty lines on two sheets', async ({ page, portal }) => {
  const { call } = await callAs(portal, buyer)
  const delivered = encodeURIComponent('{"orderStatusSap":"3"}')
  const orders = await call<{ _id: string; orderFromSAP: boolean }[]>('GET', `/api/orders/mineSAPLocal/${delivered}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, buyer)
  await page.goto(`/order/${orders.find(({ orderFromSAP }) => !orderFromSAP)?._id}`)
  const progress = page.getByRole('region', { name: 'Progress' })
  for (const word of ['Placed (done)', 'In Preparation (done)', /^(?:Shipped|Delivered) \(done\)$/, 'Invoiced (done)'])
    await expect(progress.getByText(word)).toBeVisible()
  await expect(progress.getByText(/^(?:Payment|Paid) \(/)).toBeVisible()
  await expect(progress.getByText('Date unknown')).toHaveCount(0)
  await expect(progress.getByText(/Your order number is \d+/)).toBeVisible()
  await expect(progress.getByText(/^\$[\d,]+\.\d\d$/)).toBeVisible()
  await expect(page.getByText('Order ID assigned')).toHaveCount(0)
  await pressKey(page.locator('summary', { hasText: 'Timeline' }), 'Enter')
  await expect(page.getByText('Order ID assigned')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  const items = page.getByRole('table', { name: 'Items' })
  const facts = await page.getByRole('complementary', { name: 'Order facts' }).boundingBox()
  expect(facts?.y ?? Infinity).toBeLessThan((await items.boundingBox())?.y ?? 0)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await items.evaluate((table, most) => {
    const body = table.querySelector('tbody')
    const lines = [...(body?.rows ?? [])]
    for (let at = lines.length; at < most; at++) body?.append(lines[at % lines.length]?.cloneNode(true) ?? '')
  }, longOrder)
  const letterhead = page.locator('[data-letterhead]')
  await expect(letterhead).toBeVisible()
  await expect(letterhead).toContainText('Apotheca')
  await expect(page.getByRole('banner')).toBeHidden()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  const top = async (text: string) => (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? Infinity
  expect(await top('Ship to')).toBeLessThan((await items.boundingBox())?.y ?? 0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2)
})

test('the confirmation email of an order is readable on a phone, in light and dark mode', async ({ page, portal }) => {
  await placeOrderByApi(portal, buyer, 'READ-ME')
  const newest = async (): Promise<string | undefined> => {
    const answer = await fetch(`${portal.url}/dev/mailbox?to=${buyer}`, { headers: { accept: 'application/json' } })
    const mails = (await answer.json()) as { id: string; subject: string }[]
    return mails.find(({ subject }) => subject === 'We received your order (PO READ-ME)')?.id
  }
  await expect.poll(newest).toBeTruthy()
  const sent = await fetch(`${portal.url}/dev/mailbox/${await newest()}`, { headers: { accept: 'text/html' } })
  // On a page of its own, because the mailbox shows emails in a sandbox without scripts, where axe cannot run.
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('about:blank')
  await page.setContent(await sent.text())
  await expect(page.getByRole('link', { name: 'View order' })).toBeVisible()
  const findings = await accessibilityFindings(page)
  expect(findings.filter((finding) => !finding.startsWith('page-has-heading-one'))).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityFindings(page, 'contrast')).toEqual([])
  expect(await overflowOf(page)).toBe(0)
})

interface Found {
  _id: string
  orderIdSap: string | null
  purchaseOrder: string
}

test('a buyer finds orders by numbers, by days as people type them, and by open invoices; another buyer finds none of them', async ({
  page,
  portal,
}) => {
  const { call } = await callAs(portal, buyer)
  const orders = await call<Found[]>('GET', `/api/orders/mineSAPLocal/${encodeURIComponent('{"orderStatusSap":"3"}')}`)
  const order = orders.find(({ orderIdSap, purchaseOrder }) => orderIdSap && purchaseOrder)
  const number = order?.orderIdSap ?? ''
  const box = page.getByRole('combobox', { name: 'Search Products' })
  const found = page.getByRole('group', { name: 'Orders', exact: true }).getByRole('option')

  await enterAs(page, buyer)
  await page.goto('/orderhistory')
  await box.fill(number)
  await expect(found.first()).toContainText(`Order ${number}PO ${order?.purchaseOrder}`)
  expect(await accessibilityFindings(page)).toEqual([])
  await box.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/order/${order?._id}$`))
  await page.goto('/orderhistory')
  await box.fill(`PO ${order?.purchaseOrder.toLowerCase()}`)
  await expect(found.first()).toContainText(`Order ${number}`)
  await box.press('ArrowDown')
  await expect(found.first()).toHaveAttribute('aria-selected', 'true')
  await box.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/order/${order?._id}$`))

  await page.goto('/orderhistory')
  await page.getByLabel('Filter by Date').fill('3/4')
  await page.getByRole('button', { name: /^Apr 3, \d{4}$/ }).click()
  await expect(page.getByLabel('Filter by Date')).toHaveValue(/^Apr 3, \d{4}$/)
  await expect(page).toHaveURL(/createdAt.*Apr/)
  await page.getByLabel('Filter by Date').fill('last 12 months')
  await page.getByLabel('Filter by anything').fill(number)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText(number)

  // A portal reads the open amounts half a minute after it starts.
  await readNow(portal, 'openItems')
  await page.goto('/MyInvoices')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByLabel('Filter by Account')).toBeVisible()
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page.getByLabel('Filter by Payment')).toHaveValue('unsettled')
  await expect(page.getByRole('button', { name: 'Filters (1)', exact: true })).toBeVisible()
  await expect(rows(page).first()).toContainText(/Open|Overdue|Credit/)
  expect(await accessibilityFindings(page)).toEqual([])

  await enterAs(page, 'buyer2@demo.example')
  await page.goto('/orderhistory')
  await box.fill(number)
  await expect(page.getByRole('option', { name: `All results for “${number}”` })).toBeVisible()
  await expect(found).toHaveCount(0)
  await box.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/search\\?query=.*${number}`))
})
