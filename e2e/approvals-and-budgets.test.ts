import type { Page } from '@playwright/test'
import { callAs } from './call-as.ts'
import { enterAs, expect, mailedCode, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { awaitOrder, fillCart } from './checkout.ts'
import { plainProduct } from './orders.ts'
import type { RunningPortal } from './portal.ts'
import { pressKey } from './press-key.ts'

/** Nine pieces, up to the button that places the order. */
const checkOut = async (page: Page, portal: RunningPortal, buyer: string) => {
  const { call } = await callAs(portal, buyer)
  const { _id } = await call<{ _id: string }>('GET', `/api/products/slug/${plainProduct?.ndcNumber}`)
  await call('PUT', '/api/cart', { lines: [{ _id, quantity: 9 }] })
  await enterAs(page, buyer)
  await page.goto('/shipping')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(placeButton(page)).toBeVisible()
}

const enterCode = async (page: Page, portal: RunningPortal, buyer: string) => {
  const asked = new Date()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(portal, buyer, asked))
}

const placeButton = (page: Page) => page.getByRole('button', { name: /^(?:Place Order|Send for approval)$/ })

const placeOrder = (page: Page) => placeButton(page).click()

test('an order over the amount waits, is approved with another quantity, and names both people', async ({
  page,
  browser,
  portal,
}) => {
  const buyer = 'renee@magnolia-community-hospital.example'
  const approver = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enterAs(approver, 'manager@demo.example')
  await approver.goto('/people?tab=rules')
  const rules = approver.getByRole('form', { name: 'Orders that need approval' })
  await rules.getByLabel('Total over …').check()
  await rules.getByLabel('Amount').clear()
  await rules.getByRole('button', { name: 'Save rules' }).click()
  await expect(rules.getByText('Enter an amount, such as 500.00.')).toBeVisible()
  expect(await accessibilityFindings(approver)).toEqual([])
  await rules.getByLabel('Amount').fill('50')
  await rules.getByRole('button', { name: 'Save rules' }).click()
  await expect(approver.getByText('Rules saved')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await checkOut(page, portal, buyer)
  await expect(page.getByText('This order needs approval')).toBeVisible()
  await expect(placeButton(page)).toHaveText('Send for approval')
  await expect(page.getByText('The total is over $50.00.')).toBeVisible()
  await expect(page.getByText(/^We will ask Alice Fontenot/)).toBeVisible()
  await page.getByLabel('Note to the approver').fill('The flu clinic opens on Monday.')
  expect(await overflowOf(page)).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await enterCode(page, portal, buyer)
  await placeOrder(page)
  await expect(page.getByText(/^Waiting for approval by Alice Fontenot/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  expect(await overflowOf(page)).toBe(0)

  await approver.reload()
  // Two requests of the demo are waiting, too.
  await approver.getByRole('link', { name: 'Approvals 3', exact: true }).click()
  const delegate = approver.getByRole('form', { name: 'Your delegate' })
  await expect(approver.getByText('Your delegate')).toBeVisible()
  await expect(delegate).toHaveCount(0)
  await pressKey(approver.locator('summary', { hasText: 'Your delegate' }), 'Enter')
  await delegate.getByRole('button', { name: 'Save delegate' }).click()
  await expect(delegate.getByLabel('Delegate')).toHaveAccessibleDescription('Choose a person.')
  expect(await accessibilityFindings(approver)).toEqual([])
  await approver.getByRole('link', { name: 'Renee Thibodeaux' }).first().click()
  await expect(approver.getByText('The flu clinic opens on Monday.')).toBeVisible()
  await expect(approver.getByText(/^[\d,]+ in stock$/)).toBeVisible()
  await approver.getByRole('spinbutton').fill('7')
  await expect(approver.getByText('9 requested')).toBeVisible()
  expect(await accessibilityFindings(approver)).toEqual([])
  await approver.getByRole('button', { name: 'Approve and order' }).click()
  await approver.getByRole('link', { name: 'View order' }).click()
  const provenance = /^Placed by Renee Thibodeaux, approved by Alice Fontenot on/
  await expect(approver.getByText(provenance)).toBeVisible()

  await page.reload()
  await expect(page.getByText('Changed: 9 requested')).toBeVisible()
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByText(provenance)).toBeVisible()
})

test('a manager sets up two approval steps, and an order passes both', async ({ page, browser, portal }) => {
  const buyer = 'renee@magnolia-community-hospital.example'
  const manager = 'manager@demo.example'
  const { call } = await callAs(portal, 'admin@demo.example')
  const second = await callAs(portal, 'viewer@demo.example')
  await call('PUT', `/api/people/${second._id}`, { role: 'approver', isActive: true })
  const keeper = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enterAs(keeper, manager)
  await keeper.goto('/people?tab=rules')
  const steps = keeper.getByRole('form', { name: 'Approval steps' })
  const carl = steps.getByRole('group', { name: 'Step 2', exact: true }).getByLabel('Carl Boudreaux')
  await expect(carl).toBeChecked()
  // By keyboard: the second button takes the place of the first, and a click there would be half of a double click.
  for (const step of ['2', '1']) await pressKey(steps.getByRole('button', { name: `Remove step ${step}` }), 'Enter')
  await steps.getByRole('button', { name: 'Add a step' }).click()
  await steps.getByRole('button', { name: 'Save steps' }).click()
  await expect(steps.getByText('Choose who approves this step.')).toBeVisible()
  const first = steps.getByRole('group', { name: 'Step 1', exact: true })
  await first.getByLabel('Alice Fontenot').check()
  await steps.getByRole('button', { name: 'Add a step' }).click()
  const last = steps.getByRole('group', { name: 'Step 2', exact: true })
  await expect(last.getByLabel('Alice Fontenot')).toBeDisabled()
  await last.getByLabel('Peter Nguyen').check()
  await last.getByLabel('Only for orders over').fill('10')
  expect(await accessibilityFindings(keeper)).toEqual([])
  expect(await overflowOf(keeper)).toBe(0)
  await steps.getByRole('button', { name: 'Save steps' }).click()
  await expect(keeper.getByText('Approval steps saved')).toBeVisible()
  const rules = keeper.getByRole('form', { name: 'Orders that need approval' })
  if (!(await rules.getByLabel('Total over …').isChecked())) {
    await rules.getByLabel('Total over …').check()
    await rules.getByLabel('Amount').fill('50')
    await rules.getByRole('button', { name: 'Save rules' }).click()
    await expect(keeper.getByText('Rules saved')).toBeVisible()
  }

  await checkOut(page, portal, buyer)
  await enterCode(page, portal, buyer)
  await placeOrder(page)
  await expect(page.getByText(/^Waiting for approval by /)).toBeVisible()
  const id = page.url().split('/').at(-1)
  const inOrder = await Promise.all(
    [manager, 'viewer@demo.example'].map(async (email) => {
      const reader = await callAs(portal, email)
      const { mayDecide } = await reader.call<{ mayDecide: boolean }>('GET', `/api/approvals/${id}`)
      return { email, mayDecide }
    }),
  )
  const [now, next] = inOrder.toSorted((one, other) => Number(other.mayDecide) - Number(one.mayDecide))
  const decide = async (email: string, button: string) => {
    const approver = await (await browser.newContext({ baseURL: portal.url })).newPage()
    await enterAs(approver, email)
    await approver.goto(`/approvals/${id}`)
    await approver.getByRole('button', { name: button, exact: true }).click()
    return approver
  }
  const one = await decide(now?.email ?? '', 'Approve')
  await expect(one.getByText(/^Approved\. Now waiting for approval by /)).toBeVisible()
  await expect(one.getByText('Approved so far by')).toBeVisible()
  await expect(one.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  const two = await decide(next?.email ?? '', 'Approve and order')
  await expect(two.getByRole('link', { name: 'View order' })).toBeVisible()
})

test('a manager sets up a cost center with a budget, and a buyer orders against it', async ({
  page,
  browser,
  portal,
}) => {
  const buyer = 'colleague2@demo.example'
  const manager = 'colleague@demo.example'
  const { _id } = await callAs(portal, manager)
  const { call } = await callAs(portal, 'admin@demo.example')
  await call('PUT', `/api/people/${_id}`, { role: 'manager', isActive: true })
  const keeper = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enterAs(keeper, manager)
  await keeper.goto('/people?tab=budgets')
  await keeper.getByRole('button', { name: 'Add a cost center' }).click()
  const center = keeper.getByRole('form', { name: 'Cost center' })
  await center.getByRole('button', { name: 'Add cost center' }).click()
  await expect(center.getByLabel('Code')).toHaveAccessibleDescription('The code is required.')
  expect(await accessibilityFindings(keeper)).toEqual([])
  await center.getByLabel('Code').fill('410')
  await center.getByLabel('Name').fill('Pharmacy')
  await center.getByRole('button', { name: 'Add cost center' }).click()
  await expect(keeper.getByText('Cost center added')).toBeVisible()
  await keeper.getByLabel('Every order needs a cost center').check()
  await expect(keeper.getByText('Every order now needs a cost center')).toBeVisible()

  const budget = keeper.getByRole('form', { name: 'Budget' })
  await keeper.getByRole('button', { name: 'Add a budget' }).click()
  await budget.getByLabel('For', { exact: true }).selectOption('410 Pharmacy')
  await budget.getByRole('button', { name: 'Add budget' }).click()
  await expect(budget.getByLabel('Amount')).toHaveAccessibleDescription('Enter an amount, such as 2,000.00.')
  expect(await accessibilityFindings(keeper)).toEqual([])
  await budget.getByLabel('Amount').fill('50')
  await budget.getByLabel('Block the order').check()
  await budget.getByRole('button', { name: 'Add budget' }).click()
  const row = keeper.getByRole('table', { name: 'Budgets' }).getByRole('row', { name: /410 Pharmacy/ })
  await expect(row).toContainText('Block order')

  await checkOut(page, portal, buyer)
  await enterCode(page, portal, buyer)
  await placeOrder(page)
  await expect(page.getByText('Choose a cost center for this order.')).toBeVisible()
  await expect(page.getByLabel('Cost center')).toBeFocused()
  await page.getByLabel('Cost center').selectOption('410 Pharmacy')
  const left = page.getByRole('list', { name: 'Budgets' })
  await expect(left.getByText(/\$50\.00 of \$50\.00 left until/)).toBeVisible()
  await expect(left.getByText('Over budget: this order will be blocked')).toBeVisible()
  // The page does not offer what the server would refuse.
  await expect(page.getByText(/^This order is over budget/)).toBeVisible()
  await expect(placeButton(page)).toHaveCount(0)
  await expect(page.getByLabel('Verification code')).toHaveCount(0)
  expect(await accessibilityFindings(page)).toEqual([])

  await keeper.getByRole('button', { name: 'Change: 410 Pharmacy, month' }).click()
  await budget.getByLabel('Ask for approval').check()
  await budget.getByRole('button', { name: 'Save budget' }).click()
  await expect(row).toContainText('Ask for approval')
  await page.getByLabel('Cost center').selectOption({ index: 0 })
  await page.getByLabel('Cost center').selectOption('410 Pharmacy')
  await expect(left.getByText('Over budget: needs approval')).toBeVisible()
  await expect(page.getByText(/^Budget for cost center 410 Pharmacy: \$.* over the budget/)).toBeVisible()

  await keeper.getByRole('button', { name: 'Change: 410 Pharmacy, month' }).click()
  await budget.getByLabel('Place the order and notify managers').check()
  await budget.getByRole('button', { name: 'Save budget' }).click()
  await expect(row).toContainText('Notify managers')
  await page.getByLabel('Cost center').selectOption({ index: 0 })
  await page.getByLabel('Cost center').selectOption('410 Pharmacy')
  await expect(left.getByText('Over budget: managers will be notified')).toBeVisible()
  await expect(placeButton(page)).toHaveText('Place Order')
  await placeOrder(page)
  await expect(
    page.getByText(/^Your order was placed\. Budget for cost center 410 Pharmacy: \$.* over the budget/),
  ).toBeVisible()
  await expect(page.getByText('410 Pharmacy', { exact: true })).toBeVisible()
  await page.goto('/orderhistory')
  await expect(page.getByRole('cell', { name: '410 Pharmacy' })).toBeVisible()
  await keeper.reload()
  await expect(row).toContainText(/\$.* over/)
  expect(await accessibilityFindings(keeper)).toEqual([])
})

test('a manager requires purchase order numbers, and a buyer is warned of one that was used before', async ({
  page,
  portal,
}) => {
  const buyer = 'colleague2@demo.example'
  const manager = 'colleague@demo.example'
  const { _id } = await callAs(portal, manager)
  const asAdmin = await callAs(portal, 'admin@demo.example')
  await asAdmin.call('PUT', `/api/people/${_id}`, { role: 'manager', isActive: true })
  const { call } = await callAs(portal, manager)
  await call('PUT', '/api/cost-center-rule', { isRequired: false })
  await page.setViewportSize({ width: 390, height: 900 })
  await enterAs(page, manager)
  await page.goto('/people?tab=budgets')
  await page.getByLabel('Every order needs a purchase order number').check()
  await expect(page.getByText('Every order now needs a purchase order number')).toBeVisible()

  const number = page.getByLabel('Purchase order number')
  const toShipping = async () => {
    await fillCart(portal, buyer, [{ code: plainProduct?.ndcNumber ?? '', quantity: 1 }])
    await enterAs(page, buyer)
    await page.goto('/shipping')
  }
  await toShipping()
  await number.fill(' ')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription(/Enter a purchase order number for this order\./)
  expect(await accessibilityFindings(page)).toEqual([])
  await number.fill('JRN-PO-1')
  await page.getByRole('button', { name: 'Continue' }).click()
  await enterCode(page, portal, buyer)
  await placeOrder(page)
  await awaitOrder(page)

  await toShipping()
  await number.fill('jrn-po-1')
  await expect(page.getByText(/^Used before: (?:order \d+|an order) of /)).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/^Used before: /)).toBeVisible()
  await call('PUT', '/api/purchase-order-rule', { isRequired: false })
})

for (const width of [390, 1440])
  test(`a manager sets what happens to backordered items, and a buyer chooses otherwise, ${width} px wide`, async ({
    page,
    portal,
  }) => {
    const buyer = 'colleague2@demo.example'
    const manager = 'colleague@demo.example'
    const { _id } = await callAs(portal, manager)
    const asAdmin = await callAs(portal, 'admin@demo.example')
    await asAdmin.call('PUT', `/api/people/${_id}`, { role: 'manager', isActive: true })
    const { call } = await callAs(portal, manager)
    await call('PUT', '/api/cost-center-rule', { isRequired: false })
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, manager)
    await page.goto('/people?tab=budgets')
    const choice = page.getByLabel('If items are backordered')
    await choice.selectOption('Ship complete only')
    await expect(page.getByText('Buyers now choose for each order')).toBeVisible()
    await page.reload()
    await expect(choice).toHaveValue('shipComplete')
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)

    await fillCart(portal, buyer, [{ code: plainProduct?.ndcNumber ?? '', quantity: 1 }])
    await enterAs(page, buyer)
    await page.goto('/shipping')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(choice).toHaveValue('shipComplete')
    await choice.selectOption('Cancel the rest')
    await expect(choice).toHaveAccessibleDescription('We ask the warehouse to cancel what cannot ship at first.')
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await enterCode(page, portal, buyer)
    await placeOrder(page)
    await awaitOrder(page)
    await expect(page.getByText('Cancel the rest', { exact: true })).toBeVisible()

    await call('PUT', '/api/backorder-rule', { backorders: null })
    await page.reload()
    await expect(page.getByText('Cancel the rest', { exact: true })).toBeVisible()
    await fillCart(portal, buyer, [{ code: plainProduct?.ndcNumber ?? '', quantity: 1 }])
    await page.goto('/placeorder')
    await expect(placeButton(page)).toBeEnabled()
    await expect(choice).toHaveCount(0)
  })
