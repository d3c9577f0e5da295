import { readFile } from 'node:fs/promises'
import { expect, overflowOf, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

test('an admin reads the dashboard and takes a product report home', async ({ page }) => {
  await signIn(page, 'admin@demo.example')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  for (const title of ['Total Users', 'Total Orders', 'Total Sales (USD)', 'Total Products Sold'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Summary not found')).toHaveCount(0)

  // The map is a page of its own and shows the very figures of the table beside it.
  const table = page.getByRole('region', { name: 'Orders by state, table' })
  const maine = table.getByRole('row', { name: /^Maine/ })
  const orders = await maine.getByRole('cell').first().textContent()
  const map = page.frameLocator('iframe[title="Map: orders by state"]')
  await expect(map.locator('path#ME title')).toHaveText(`Maine: ${orders} orders`)
  await expect(map.locator('text[data-state=ME]')).toHaveText(orders ?? '')

  const sales = page.locator('section', { has: page.getByRole('heading', { name: 'Sales and orders' }) })
  await sales.getByText('90 days', { exact: true }).click()
  await expect(page).toHaveURL(/range=90/)
  await expect(sales.getByText('Orders in 90 days')).toBeVisible()
  await sales.getByText('Figures', { exact: true }).click()
  const month = sales.getByRole('table', { name: 'Sales and orders by month' }).getByRole('link').nth(1)
  await expect(month).toHaveAttribute('href', /\/admin\/orders\?query=.*createdAt.*\d{4}-\d\d/)

  await expect(page.getByRole('table', { name: 'Payments in USD' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Top 5 products' }).getByRole('row')).toHaveCount(6)
  const years = page.getByLabel('Year of the top 5 products')
  const newest = String(new Date().getUTCFullYear())
  expect((await years.locator('option').allTextContents()).at(0)).toBe(newest)
  expect((await years.locator('option').allTextContents()).at(-1)).toBe('2001')
  await years.selectOption('2001')
  await expect(page.getByText('Nothing was sold in 2001.')).toBeVisible()
  await expect(page).toHaveURL(/year=2001/)

  const product = page.getByRole('combobox', { name: 'Product', exact: true })
  await product.fill('la')
  await expect(page.getByText('Type min 3 letters')).toBeVisible()
  await product.fill('lansoprazole 30')
  const option = page.getByRole('option', { name: /NDC:/ }).first()
  await expect(option).toContainText('NDC:')
  await option.click()
  const report = page.getByRole('table', { name: /^Quantities sold of Lansoprazole 30/ })
  await expect(report).toBeVisible()
  await expect(page.getByText('Its sales stand below.')).toBeVisible()
  await expect(page.getByText('No Product Found')).toHaveCount(0)
  await expect(report.getByRole('columnheader')).toHaveText([
    'Year',
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
    'Dec',
    'Total',
  ])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const saved = await downloading
  expect(saved.suggestedFilename()).toMatch(/^sales-[\w-]+\.csv$/)
  const csv = await readFile(await saved.path(), 'utf8')
  expect(csv).toContain('Product,NDC,Year,Jan')

  // A reload keeps the years and the product.
  await page.reload()
  await expect(report).toBeVisible()
  await expect(page.getByText('Nothing was sold in 2001.')).toBeVisible()

  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(map.locator('html')).toHaveAttribute('data-mode', 'dark')
  expect(await accessibilityFindings(page)).toEqual([])
  for (const width of [360, 768, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflowOf(page), `${width}`).toBeLessThanOrEqual(0)
  }
})

test('the numbers of the dashboard lead to the lists behind them', async ({ page }) => {
  await signIn(page, 'admin@demo.example')
  const maine = page.getByRole('region', { name: 'Orders by state, table' }).getByRole('row', { name: /^Maine/ })
  const orders = await maine.getByRole('link').textContent()
  await maine.getByRole('link').click()
  await expect(page.getByText(`${orders} results`)).toBeVisible()
  await page.getByRole('button', { name: 'To Maine', pressed: true }).click()
  await expect(page.getByText(`${orders} results`)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'To Maine' })).toHaveCount(0)

  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Waiting customers' }).click()
  await expect(page.getByRole('button', { name: 'Waiting', pressed: true })).toBeVisible()
})

test('a customer orders again from the dashboard', async ({ page }) => {
  await signIn(page, 'buyer@demo.example')
  await expect(page.getByRole('heading', { name: 'User Dashboard' })).toBeVisible()
  for (const title of ['All Invoices', 'Total Orders', 'Suggested Products', 'Favorite Products', 'Spend by month'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'All Invoices' })).toHaveAttribute('href', '/MyInvoices')

  const again = page.locator('section', { has: page.getByRole('heading', { name: 'Buy again' }) })
  const first = again.getByRole('listitem').first()
  await first.getByRole('spinbutton').fill('3')
  await first.getByRole('button', { name: /^(Add to cart|Special Order)/ }).click()
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart 3 items' })).toBeVisible()
  await first.getByRole('spinbutton').press('Enter')
  await expect(page.getByRole('link', { name: 'Cart 6 items' })).toBeVisible()
  // The message before may stand there for a moment yet.
  await page.getByRole('button', { name: 'Close message' }).last().click()
  await expect(page.getByRole('button', { name: 'Close message' })).toHaveCount(0)

  // It is the first thing below the figures, and what is chosen is added together.
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  const figures = ['All Invoices', 'Total Orders', 'Open orders', 'Spent in 12 months', 'Credit left']
  expect(titles.find((title) => !figures.some((figure) => title.includes(figure)))).toBe('Buy again')
  await again.getByRole('checkbox').nth(1).check()
  await again.getByRole('checkbox').nth(2).check()
  await again.getByRole('button', { name: 'Add 2 to cart' }).click()
  await expect(page.getByText(/^[12] products? added to the cart/)).toBeVisible()
  await expect(again.getByRole('button', { name: 'Add all to cart' })).toBeVisible()
  await page.getByRole('button', { name: 'Close message' }).last().click()
  await expect(page.getByRole('button', { name: 'Close message' })).toHaveCount(0)

  await page.getByText('Figures', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Spend by month' }).getByRole('row')).toHaveCount(13)

  // From the top, where the bar that stays in view lies half over nothing.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])
})

test('a sales representative is told of open orders and of no spending', async ({ page }) => {
  await signIn(page, 'rep@demo.example')
  await expect(page.getByRole('heading', { name: 'Open orders' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Sp(ent|end)/ })).toHaveCount(0)
})

test('a license that ends soon is announced to its holder', async ({ page }) => {
  await signIn(page, 'buyer2@demo.example')
  await expect(page.getByText(/Your license ends in \d+ days/)).toBeVisible()
})

test('a summary that is missing is said to be missing', async ({ page }) => {
  await signIn(page, 'admin@demo.example')
  await page.route('**/api/orders/summary', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: 'null' }),
  )
  await page.reload()
  await expect(page.getByText('Summary not found')).toBeVisible()
  await page.unroute('**/api/orders/summary')
  await page.route('**/api/orders/summary', (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"message":"Not today"}' }),
  )
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await expect(page.getByText('Summary not found')).toHaveCount(0)
})
