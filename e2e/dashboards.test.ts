import { readFile } from 'node:fs/promises'
import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { clearSavedCart, enterAs, expect, overflowOf, test } from './journey.ts'
import { pressKey } from './press-key.ts'
import { managerEmail, requestApproval } from './screens.ts'

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
  await page.getByRole('option', { name: `NDC: ${sold}` }).click()
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

  const answer = { status: 200, contentType: 'application/json', body: 'null' }
  await page.route('**/api/orders/summary', (route) => route.fulfill(answer))
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Summary not found')).toBeVisible()
  Object.assign(answer, { status: 400, body: '{"message":"Not today"}' })
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await expect(page.getByText('Summary not found')).toHaveCount(0)
})

test('a buyer sees what to do and reorders what is due, regular or marked', async ({ page, portal }) => {
  await clearSavedCart(portal, 'buyer@demo.example')
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/user-dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'User Dashboard' })).toBeVisible()
  await expect(page.getByText(/^Good (morning|afternoon|evening), Grace · Harbor Street Pharmacy$/)).toBeVisible()
  for (const title of ['All Invoices', 'Total Orders', 'Suggested Products', 'Spend by month'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Favorite Products/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'All Invoices' })).toHaveAttribute('href', '/MyInvoices')
  await expect(page.getByRole('link', { name: 'Overdue' })).toHaveAttribute('href', /^\/MyInvoices\?query=.*overdue/)
  await expect(page.getByRole('link', { name: 'Pay →' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Orders on the way' })).toHaveAttribute('href', /stage.*open/)
  await expect(page.getByRole('heading', { name: 'License valid through' })).toBeVisible()

  // The figures come first, then what can be reordered.
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  const figures = ['Overdue', 'Orders on the way', 'Credit available', 'License valid through']
  expect(titles.find((title) => !figures.some((figure) => title.includes(figure)))).toBe('Reorder')

  // The arrow keys change the list.
  const chosen = page.getByRole('tab', { selected: true })
  await pressKey(chosen, 'End')
  await expect(page.getByRole('tab', { name: 'Guides', selected: true })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Order guides' })).toBeVisible()
  await page.getByRole('tab', { name: /^Regulars/ }).click()
  await expect(page).toHaveURL(/tab=regulars/)

  const again = page.getByRole('table', { name: 'Regulars' })
  const first = again
    .getByRole('row')
    .filter({ has: page.getByRole('spinbutton') })
    .first()
  await expect(first.getByText(/^\w{3} \d+, in \d+ recent orders$/)).toBeVisible()
  await first.getByRole('spinbutton').fill('3')
  await first.getByRole('button', { name: /^(Add to cart|Special Order)/ }).click()
  await expect(page.getByText('Product added to the cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart 3 items' })).toBeVisible()
  await pressKey(first.getByRole('spinbutton'), 'Enter')
  await expect(page.getByRole('link', { name: 'Cart 6 items' })).toBeVisible()

  // Selected products of all lists are added together, with the quantities shown.
  await again.getByRole('checkbox').nth(1).check()
  await again.getByRole('checkbox').nth(2).check()
  await page.getByRole('tab', { name: /^Favorite Products/ }).click()
  const favorite = page.getByRole('table', { name: 'Favorite Products' }).getByRole('checkbox', { disabled: false })
  await favorite.last().check()
  await page.getByRole('button', { name: 'Add 3 selected' }).click()
  await expect(page.getByText(/^[123] lines? added to the cart/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add all to cart' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  await page.getByText('Figures', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Spend by month' }).getByRole('row')).toHaveCount(13)

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflowOf(page)).toBe(0)
  await page.reload()
  await expect(page.getByRole('tab', { name: /^Favorite Products/, selected: true })).toBeVisible()

  await enterAs(page, 'buyer2@demo.example')
  await page.goto('/user-dashboard')
  await expect(page.getByText(/Your license expires in \d+ days/)).toBeVisible()
})

test('a business without orders sees where its products will appear, and a failed dashboard can be loaded again', async ({
  page,
}) => {
  await enterAs(page, 'buyer@demo.example')
  const summary = '**/api/orders/mysummary/**'
  await page.route(summary, (route) => route.fulfill({ status: 400, json: { message: 'Not today' } }))
  await page.goto('/user-dashboard')
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  const none = {
    inv: 0,
    orders: 0,
    products: [],
    favProd: [],
    due: [],
    buyAgain: [],
    spend: [],
    openOrders: { count: 0, nextArrival: null, orders: [] },
    license: { expires: null, daysLeft: null },
  }
  await page.unroute(summary)
  await page.route(summary, (route) => route.fulfill({ json: none }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Products you order more than once appear here.')).toBeVisible()
  await expect(page.getByText('No open orders')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)
  expect(await accessibilityFindings(page)).toEqual([])
})

for (const width of [1440, 390])
  test(`a sales rep sees which customers need attention, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'rep@demo.example')
    await page.goto('/user-dashboard')
    for (const title of ['Silent', 'License ending', 'Orders on hold', 'Overdue', 'Your customers', 'Open orders'])
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Sp(ent|end)|Reorder|All Invoices/ })).toHaveCount(0)
    expect(await overflowOf(page)).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])

    const customers = page.getByRole('table', { name: 'Your customers' }).getByRole('row')
    const overdue = page.locator('section', { has: page.getByRole('heading', { name: 'Overdue', exact: true }) })
    const count = Number.parseInt((await overdue.getByText(/^\d+ customers?$/).textContent()) ?? '', 10)
    expect(count).toBeGreaterThan(0)
    await overdue.getByRole('link').click()
    await expect(page).toHaveURL(/show=overdue/)
    await expect(customers).toHaveCount(count + 1)
    await expect(customers.filter({ hasText: '$' })).toHaveCount(count)
    await page.getByRole('link', { name: /^Show all \d+$/ }).click()
    await expect(page).not.toHaveURL(/show=/)

    // The rep reorders for a customer once one is chosen.
    await customers.nth(1).getByRole('button').click()
    await expect(page.getByRole('heading', { name: 'Reorder' })).toBeVisible()
  })

test('a viewer sees no controls to order, and an approver the requests that wait', async ({ page, portal }) => {
  await enterAs(page, 'viewer@demo.example')
  await page.goto('/user-dashboard')
  await expect(page.getByRole('heading', { name: 'Reorder' })).toBeVisible()
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('spinbutton')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)

  await requestApproval(portal)
  const manager = await callAs(portal, managerEmail)
  const { _id: budget } = await manager.call<{ _id: string }>('POST', '/api/budgets', {
    userId: null,
    costCenterId: null,
    period: 'quarter',
    amount: 0.01,
    mode: 'warn',
  })
  await enterAs(page, managerEmail)
  await page.goto('/user-dashboard')
  const waiting = page.getByRole('table', { name: 'Waiting for your approval' })
  await expect(waiting.getByRole('link', { name: /SCREENS-1/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Waiting for your approval',
  )
  const budgets = page.getByRole('table', { name: 'Budgets close to their limit' })
  await expect(budgets.getByRole('row', { name: /^The whole business/ }).getByText(/over$/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await manager.call('DELETE', `/api/budgets/${budget}`)
})
