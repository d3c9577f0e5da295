import { readFile } from 'node:fs/promises'
import { enterAs, expect, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { pressKey } from './press-key.ts'

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
  const month = sales.getByRole('table', { name: 'Sales and orders by month' }).getByRole('link').nth(1)
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
  await page.getByRole('option', { name: `NDC: ${sold}` }).click()
  const report = page.getByRole('table', { name: /^Units sold: / })
  await expect(report).toBeVisible()
  await expect(page.getByText('Its sales appear below.')).toBeVisible()
  await expect(page.getByText('No Product Found')).toHaveCount(0)
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  await expect(report.getByRole('columnheader')).toHaveText(['Year', ...months, 'Total'])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
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

  const answer = { status: 200, contentType: 'application/json', body: 'null' }
  await page.route('**/api/orders/summary', (route) => route.fulfill(answer))
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Summary not found')).toBeVisible()
  Object.assign(answer, { status: 400, body: '{"message":"Not today"}' })
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await expect(page.getByText('Summary not found')).toHaveCount(0)
})

test('a buyer reorders from the dashboard, another sees an expiring license, and a sales rep sees no spending', async ({
  page,
}) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/user-dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'User Dashboard' })).toBeVisible()
  for (const title of ['All Invoices', 'Total Orders', 'Suggested Products', 'Favorite Products', 'Spend by month'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'All Invoices' })).toHaveAttribute('href', '/MyInvoices')

  const again = page.locator('section', { has: page.getByRole('heading', { name: 'Buy again' }) })
  const first = again.getByRole('listitem').first()
  await first.getByRole('spinbutton').fill('3')
  await first.getByRole('button', { name: /^(Add to cart|Special Order)/ }).click()
  await expect(page.getByText('Product added to the cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart 3 items' })).toBeVisible()
  await pressKey(first.getByRole('spinbutton'), 'Enter')
  await expect(page.getByRole('link', { name: 'Cart 6 items' })).toBeVisible()

  // It comes first below the figures, and selected products are added together.
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  const figures = ['All Invoices', 'Total Orders', 'Open orders', 'Spent in 12 months', 'Credit available']
  expect(titles.find((title) => !figures.some((figure) => title.includes(figure)))).toBe('Buy again')
  await again.getByRole('checkbox').nth(1).check()
  await again.getByRole('checkbox').nth(2).check()
  await again.getByRole('button', { name: 'Add 2 to cart' }).click()
  await expect(page.getByText(/^[12] products? added to the cart/)).toBeVisible()
  await expect(again.getByRole('button', { name: 'Add all to cart' })).toBeVisible()

  await page.getByText('Figures', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Spend by month' }).getByRole('row')).toHaveCount(13)

  await enterAs(page, 'buyer2@demo.example')
  await page.goto('/user-dashboard')
  await expect(page.getByText(/Your license expires in \d+ days/)).toBeVisible()

  await enterAs(page, 'rep@demo.example')
  await page.goto('/user-dashboard')
  await expect(page.getByRole('heading', { name: 'Open orders' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Sp(ent|end)/ })).toHaveCount(0)
})
