import { readFile } from 'node:fs/promises'
import { accessibilityFindings } from './check-page.ts'
import { pressKey } from './press-key.ts'
import { enterAs, expect, heightOf, overflowOf, test } from './journey.ts'

const admin = 'admin@demo.example'

test('an admin reads the dashboard and downloads the report of a product', async ({ page }) => {
  const yearBefore = new Date().getUTCFullYear()
  await enterAs(page, admin)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  for (const title of ['Total Users', 'Total Orders', 'Total Sales (USD)', 'Total Products Sold'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Summary not found')).toHaveCount(0)

  // The map is a separate page and shows the same figures as the table beside it.
  const table = page.getByRole('region', { name: 'Orders by state, table' })
  const orders = await table
    .getByRole('row', { name: /^Maine/ })
    .getByRole('cell')
    .first()
    .textContent()
  const map = page.frameLocator('iframe[title="Map: orders by state"]')
  await expect(map.locator('path#ME title')).toHaveText(`Maine: ${orders} orders`)
  await expect(map.locator('text[data-state=ME]')).toHaveText(orders ?? '')

  const sales = page.locator('section', { has: page.getByRole('heading', { name: 'Sales and orders' }) })
  await sales.getByText('90 days', { exact: true }).click()
  await expect(sales.getByText('Orders in 90 days')).toBeVisible()
  await expect(page).toHaveURL(/range=90/)
  await sales.getByText('Figures', { exact: true }).click()
  const month = sales.getByRole('table', { name: 'Sales and orders by week' }).getByRole('link').nth(1)
  await expect(month).toHaveAttribute('href', /\/admin\/orders\?query=.*createdAt.*\d{4}-\d\d/)

  await expect(page.getByRole('table', { name: 'Payments in USD' })).toBeVisible()
  const best = page.getByRole('table', { name: 'Top 5 products' })
  await expect(best.getByRole('row')).toHaveCount(6)
  const sold = (await best.getByRole('link').first().textContent()) ?? ''
  const years = page.getByLabel('Year of the top 5 products')
  const offered = (await years.locator('option').allTextContents()).map(Number)
  expect([yearBefore, new Date().getUTCFullYear()]).toContain(offered.at(0))
  expect(offered.at(-1)).toBe(2001)
  await years.selectOption('2001')
  const nothing = page.getByText('No sales in 2001.')
  await expect(nothing).toBeVisible()
  await expect(page).toHaveURL(/year=2001/)

  const product = page.getByRole('combobox', { name: 'Product', exact: true })
  await product.fill('la')
  await expect(page.getByText('Type min 3 letters')).toBeVisible()
  await product.fill(sold)
  const option = page.getByRole('option', { name: `NDC: ${sold}` })
  await expect(option).toBeVisible()
  // A list whose field is scrolled out of view stays, so that it can be reached again.
  await page.evaluate(() => scrollTo(0, 0))
  // Its side of the field depends on where the field is, so it moves once more.
  await product.scrollIntoViewIfNeeded()
  await option.click()
  const report = page.getByRole('table', { name: /^Units sold: / })
  await expect(report).toBeVisible()
  await expect(page.getByText('Its sales appear below.')).toBeVisible()
  await expect(page.getByText('No Product Found')).toHaveCount(0)
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  await expect(report.getByRole('columnheader')).toHaveText(['Year', ...months, 'Total'])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  const saved = await downloading
  expect(saved.suggestedFilename()).toMatch(/^sales-[\w-]+\.csv$/)
  expect(await readFile(await saved.path(), 'utf8')).toContain('Product,NDC,Year,Jan')

  // A reload keeps the years and the product.
  await page.reload()
  await expect(report).toBeVisible()
  await expect(nothing).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(map.locator('html')).toHaveAttribute('data-mode', 'dark')
})

test('the figures of the dashboard link to the lists behind them, and a missing summary says so', async ({ page }) => {
  await enterAs(page, admin)
  await page.goto('/admin/dashboard')
  const maine = page.getByRole('region', { name: 'Orders by state, table' }).getByRole('row', { name: /^Maine/ })
  const orders = await maine.getByRole('link').textContent()
  await maine.getByRole('link').click()
  await expect(page.getByText(`Orders, ${orders} results`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'To Maine', pressed: true }).click()
  await expect(page.getByText(`Orders, ${orders} results`, { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'To Maine' })).toHaveCount(0)
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Waiting customers' }).click()
  await expect(page.getByRole('button', { name: 'Pending', pressed: true })).toBeVisible()

  await expect(page.getByText('No orders yet')).toHaveCount(0)
  await page.route('**/api/orders/summary', async (route) => {
    const sent = await route.fetch()
    const none = [{ numOrders: 0, totalSales: 0, totalProducts: 0 }]
    await route.fulfill({ response: sent, json: { ...(await sent.json()), orders: none } })
  })
  await page.goto('/admin/dashboard')
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add products' })).toHaveAttribute('href', '/admin/products')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.unroute('**/api/orders/summary')

  const answer = { status: 200, contentType: 'application/json', body: 'null' }
  await page.route('**/api/orders/summary', (route) => route.fulfill(answer))
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Summary not found')).toBeVisible()
  Object.assign(answer, { status: 400, body: '{"message":"Not today"}' })
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await expect(page.getByText('Summary not found')).toHaveCount(0)
})

test('an admin compares free dates, splits them and saves both as files', async ({ page }) => {
  await enterAs(page, admin)
  await page.goto('/admin/dashboard')
  const sales = page.locator('section', { has: page.getByRole('heading', { name: 'Sales and orders' }) })
  await expect(sales.getByText('Sales in 12 months')).toBeVisible()
  await sales.getByText('Dates', { exact: true }).click()
  const [from, to] = [sales.getByLabel('From'), sales.getByLabel('To', { exact: true })]
  await to.fill('2031-01-01')
  await pressKey(to, 'Enter')
  await expect(sales.getByText('Choose a last day that is not in the future.')).toBeVisible()
  await expect(page).not.toHaveURL(/to=/)
  const today = new Date()
  const day = (ago: number) => new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  await from.fill(day(60))
  await to.fill(day(20))
  await pressKey(to, 'Enter')
  await expect(page).toHaveURL(new RegExp(`from=${day(60)}&to=${day(20)}`))
  await expect(sales.getByText('Sales in these days')).toBeVisible()
  await expect(sales.getByText('Period before:')).toHaveCount(2)

  const breakdown = page.locator('section', { has: page.getByRole('heading', { name: 'Sales breakdown' }) })
  await breakdown.getByLabel('Break down by').selectOption('Category')
  const table = breakdown.getByRole('table', { name: 'Sales by category' })
  await expect(table.getByRole('row').last()).toContainText('Total')
  const total = await table.getByRole('row').last().getByRole('cell').first().textContent()
  await expect(sales.getByText(total ?? '', { exact: true }).first()).toBeVisible()
  await expect(table.getByRole('link').first()).toHaveAttribute('href', /\/search\?category=/)
  await table.getByRole('button', { name: 'Category' }).click()
  await expect(page).toHaveURL(/by=category&sort=name/)
  await expect(table.getByRole('columnheader', { name: 'Category' })).toHaveAttribute('aria-sort', 'ascending')

  const downloading = page.waitForEvent('download')
  await breakdown.getByRole('button', { name: 'CSV of sales by category' }).click()
  const saved = await downloading
  expect(saved.suggestedFilename()).toBe(`sales-by-category-${day(60)}-${day(20)}.csv`)
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toMatch(/^\ufeff?Category,Sales,Units,/)
  expect(lines.at(-1)).toContain(`Total,${Number((total ?? '').replaceAll(/[$,]/g, ''))},`)
  await sales.getByText('Figures', { exact: true }).click()
  const again = page.waitForEvent('download')
  await sales.getByRole('button', { name: 'CSV of sales by day' }).click()
  expect((await again).suggestedFilename()).toBe(`sales-${day(60)}-${day(20)}.csv`)

  // The address carries the view.
  await page.reload()
  await expect(from).toHaveValue(day(60))
  await expect(table).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(sales.getByRole('table', { name: 'Sales and orders by day' })).toBeVisible()
  await expect(sales.getByLabel('From')).toBeHidden()
  await expect(breakdown.getByRole('button', { name: 'CSV of sales by category' })).toBeHidden()
})

test('the admin dashboard is short, and on a phone its lists unfold', async ({ page }) => {
  await enterAs(page, admin)
  for (const [width, most] of [
    [1440, 2300],
    [390, 3000],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/dashboard')
    for (const name of ['Sales by sales rep', 'Payments in USD', 'Pending payments by age'])
      await expect(page.getByRole('table', { name })).toBeVisible()
    for (const name of ['Top 5 products', 'Largest customers'])
      await expect(page.getByRole('table', { name })).toBeVisible({ visible: width > 390 })
    for (const text of ['Waiting customers', 'Sales in 12 months', /^(All )?\d+ (more|states)$/, 'Total Products Sold'])
      await expect(page.getByText(text)).toBeVisible()
    expect(await heightOf(page)).toBeLessThanOrEqual(most)
    expect(await overflowOf(page)).toBe(0)
  }
  await page.getByRole('heading', { name: 'Time Based (Top 5)' }).click()
  await expect(page.getByRole('table', { name: 'Top 5 products' }).getByRole('row')).toHaveCount(6)
  await page.getByText(/^All \d+ states$/).click()
  await expect(page.getByRole('row', { name: /^Maine/ })).toBeVisible()
  await page.getByRole('heading', { name: 'Product based sales report' }).click()
  await expect(page.getByText('Type min 3 letters')).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])
})

test('a director sees the back office, cannot change anything, and reads why', async ({ page }) => {
  await enterAs(page, 'director@demo.example')
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Total Orders' })).toBeVisible()
  await expect(page.getByText('Your account is read-only. You can view the whole back office')).toBeVisible()
  await expect(page.getByText('Hello, Helen (Director)')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  await page.goto('/admin/users')
  await expect(page.getByRole('cell', { name: 'Director (read-only)' })).toBeVisible()
  for (const name of ['Add User', /^Delete/]) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('link', { name: 'Nora Whitfield' }).click()
  const form = page.getByRole('form', { name: 'User' })
  await expect(form.getByText('Your account is read-only.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Update' })).toHaveCount(0)

  await page.goto('/admin/products')
  await expect(page.getByRole('switch', { name: /^Published/ }).first()).toBeDisabled()
  await expect(page.getByRole('button', { name: 'New Product' })).toHaveCount(0)
  await page.goto('/admin/orders')
  await expect(page.getByRole('link', { name: 'Details' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Update' }).first()).toBeVisible()
})

test('an admin makes a director a full admin, and back', async ({ page }) => {
  await enterAs(page, admin)
  for (const role of ['Admin', 'Director (read-only)']) {
    await page.goto('/admin/users')
    const row = page.getByRole('row', { name: /^Helen Ortiz/ })
    await row.getByRole('link').click()
    await page.getByRole('checkbox', { name: 'Read-only' }).click()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('User updated successfully')).toBeVisible()
    await expect(row.getByRole('cell', { name: role, exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Nora Whitfield' }).click()
  await expect(page.getByRole('checkbox', { name: 'Read-only' })).toBeDisabled()
})
