import { readNow } from './books.ts'
import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { pressKey } from './press-key.ts'
import { clearSavedCart, enterAs, expect, heightOf, overflowOf, test } from './journey.ts'
import { managerEmail, requestApproval } from './screens.ts'

test('a buyer sees what to do and reorders what is due, regular or marked', async ({ page, portal }) => {
  await readNow(portal, 'invoices', 'openItems')
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

  await expect(page.getByRole('table', { name: 'Open orders' })).toBeVisible()
  expect(await heightOf(page)).toBeLessThanOrEqual(1350)

  // The figures come first, then what can be reordered.
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  const figures = ['Overdue', 'Orders on the way', 'Credit available', 'License valid through']
  expect(titles.find((title) => !figures.some((figure) => title.includes(figure)))).toBe('Reorder')

  // The arrow keys change the list, from the last tab to the first too.
  await pressKey(page.getByRole('tab', { name: /^Due now/ }), 'ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Guides', selected: true })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Order guides' })).toBeVisible()
  await page.getByRole('tab', { name: /^Regulars/ }).click()
  await expect(page).toHaveURL(/tab=regulars/)

  const again = page.getByRole('table', { name: 'Regulars' })
  const first = again
    .getByRole('row')
    .filter({ has: page.getByRole('spinbutton') })
    .first()
  await expect(first.getByText(/^Last ordered \w{3} \d+, in \d+ recent orders$/)).toBeVisible()
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
  // The chart follows the width a frame later.
  await expect.poll(() => overflowOf(page)).toBe(0)
  await page.reload()
  await expect(page.getByRole('tab', { name: /^Favorite Products/, selected: true })).toBeVisible()
  await page.goto('/user-dashboard')
  await expect(page.getByRole('heading', { name: 'Reorder' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'License valid through' })).toBeVisible()
  expect(await heightOf(page)).toBeLessThanOrEqual(1900)
  await page.getByRole('heading', { name: 'Open orders' }).click()
  await expect(page.getByRole('table', { name: 'Open orders' })).toBeVisible()

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
  const openOrders = page.locator('section', { has: page.getByRole('heading', { name: 'Open orders' }) })
  await expect(openOrders.getByText('No open orders')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0)
  expect(await accessibilityFindings(page)).toEqual([])
})

const dollarsIn = (text: string) => Number(/\$([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))

for (const width of [1440, 390])
  test(`a sales rep sees which customers need attention, ${width} px wide`, async ({ page, portal }) => {
    await readNow(portal, 'invoices', 'openItems')
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'rep@demo.example')
    await page.goto('/user-dashboard')
    for (const title of ['Overdue', 'Silent', 'License ending', 'Orders on hold', 'Your customers'])
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(
      page.getByRole('heading', { name: /^Spend|^Open orders|Reorder|All Invoices|Total Orders|Suggested/ }),
    ).toHaveCount(0)
    expect(await overflowOf(page)).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])

    const customers = page.getByRole('table', { name: 'Your customers' }).locator('tbody').getByRole('row')
    const overdue = page.locator('section', { has: page.getByRole('heading', { name: 'Overdue', exact: true }) })
    const count = Number.parseInt((await overdue.getByText(/^\d+ customers?$/).textContent()) ?? '', 10)
    expect(count).toBeGreaterThan(0)
    await overdue.getByRole('link').click()
    await expect(page).toHaveURL(/show=overdue/)
    // A phone lists eight of them first.
    if (width === 390 && count > 8) await page.getByRole('button', { name: `List all ${count}` }).click()
    await expect(customers).toHaveCount(count)
    const owing = customers.filter({ hasText: '$' })
    await expect(owing).toHaveCount(count)
    const amounts = (await owing.allInnerTexts()).map((text) => dollarsIn(text))
    expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
    const together = dollarsIn(await overdue.innerText())
    expect(together).toBeCloseTo(
      amounts.reduce((sum, amount) => sum + amount, 0),
      2,
    )
    await page.getByRole('link', { name: /^Show all \d+$/ }).click()
    await expect(page).not.toHaveURL(/show=/)
    // Those that owe come first.
    await expect(customers.nth(count - 1)).toContainText('$')
    await expect(customers.nth(count)).not.toContainText('$')

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
