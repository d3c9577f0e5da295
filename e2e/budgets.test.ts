import { demoProducts } from '../demo/products.ts'
import { emptyCart, enterAs, expect, mailedCode, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const buyer = 'renee@magnolia-community-hospital.example'
const manager = 'manager@demo.example'
const [product] = demoProducts().filter(
  ({ isPublished, dummyNDC, countInStock, price, coldStatus }) =>
    isPublished && !dummyNDC && !coldStatus && countInStock > 100 && price > 10,
)

test('a manager keeps cost centers and budgets, and a buyer orders against them', async ({ page, browser, portal }) => {
  await emptyCart(portal, buyer)
  const context = await browser.newContext({ baseURL: portal.url })
  const keeper = await context.newPage()
  const lookAt = async (screen: typeof page) => {
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await screen.setViewportSize({ width, height: 900 })
      await screen.emulateMedia({ colorScheme })
      await expect(screen.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      expect(await overflowOf(screen)).toBe(0)
      expect(await accessibilityFindings(screen)).toEqual([])
    }
  }

  await enterAs(keeper, manager)
  await keeper.goto('/people')
  await keeper.getByRole('button', { name: 'Add a cost center' }).click()
  const center = keeper.getByRole('form', { name: 'Cost center' })
  await center.getByRole('button', { name: 'Add the cost center' }).click()
  await expect(center.getByLabel('Code')).toHaveAccessibleDescription('The code is required.')
  await center.getByLabel('Code').fill('410')
  await center.getByLabel('Name').fill('Pharmacy')
  await lookAt(keeper)
  await center.getByRole('button', { name: 'Add the cost center' }).click()
  await expect(keeper.getByText('Cost center added')).toBeVisible()
  await keeper.getByLabel('Every order needs a cost center').check()
  await expect(keeper.getByText('Every order needs a cost center now')).toBeVisible()

  const budget = keeper.getByRole('form', { name: 'Budget' })
  await keeper.getByRole('button', { name: 'Add a budget' }).click()
  await budget.getByLabel('For').selectOption('410 Pharmacy')
  await budget.getByRole('button', { name: 'Add the budget' }).click()
  await expect(budget.getByLabel('Amount')).toHaveAccessibleDescription('Write an amount like 2,000.00.')
  await budget.getByLabel('Amount').fill('50')
  await budget.getByLabel('is refused').check()
  await lookAt(keeper)
  await budget.getByRole('button', { name: 'Add the budget' }).click()
  const table = keeper.getByRole('table', { name: 'Budgets' })
  await expect(table.getByRole('row', { name: /410 Pharmacy/ })).toContainText('Refused')
  await lookAt(keeper)

  await enterAs(page, buyer)
  await page.goto(`/product/${product?.ndcNumber}`)
  await page.getByRole('spinbutton', { name: 'Quantity', exact: true }).fill('9')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
  await page.goto('/shipping')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Cost center')).toBeVisible()
  const asked = new Date()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(portal, buyer, asked))
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Please choose the cost center of this order.')).toBeVisible()
  await expect(page.getByLabel('Cost center')).toBeFocused()
  await lookAt(page)
  await page.getByLabel('Cost center').selectOption('410 Pharmacy')
  const left = page.getByRole('list', { name: 'Budgets' })
  await expect(left.getByText(/\$50\.00 of \$50\.00 left until/)).toBeVisible()
  await expect(left.getByText('This order is over it and would be refused')).toBeVisible()
  await lookAt(page)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(
    page.getByText(/^This order of \$.* is over a budget\. Budget of cost center 410 Pharmacy/),
  ).toBeVisible()

  await keeper.getByRole('button', { name: 'Change: 410 Pharmacy, month' }).click()
  await budget.getByLabel('is placed, and the managers are told').check()
  await budget.getByRole('button', { name: 'Save the budget' }).click()
  await expect(table.getByRole('row', { name: /410 Pharmacy/ })).toContainText('Placed and told')

  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(
    page.getByText(/^Your order was placed\. Budget of cost center 410 Pharmacy: \$.* over the budget/),
  ).toBeVisible()
  await expect(page.getByText('410 Pharmacy', { exact: true })).toBeVisible()
  await lookAt(page)
  await page.goto('/orderhistory')
  await expect(page.getByRole('cell', { name: '410 Pharmacy' })).toBeVisible()

  await keeper.reload()
  await expect(table.getByRole('row', { name: /410 Pharmacy/ })).toContainText(/\$.* over/)
  await lookAt(keeper)

  // Other journeys order for this business, too.
  await keeper.getByRole('button', { name: 'Remove: 410 Pharmacy, month' }).click()
  await keeper.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(keeper.getByText('Budget removed')).toBeVisible()
  await keeper.getByLabel('Every order needs a cost center').uncheck()
  await expect(keeper.getByText('Orders may go without a cost center')).toBeVisible()
  await keeper.getByRole('button', { name: 'Change: 410 Pharmacy', exact: true }).click()
  await center.getByLabel('In use').uncheck()
  await center.getByRole('button', { name: 'Save the cost center' }).click()
  await expect(keeper.getByRole('row', { name: /410/ })).toContainText('Not in use')
  await context.close()
})
