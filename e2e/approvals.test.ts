import { demoProducts } from '../demo/products.ts'
import { emptyCart, enterAs, expect, mailedCode, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const buyer = 'renee@magnolia-community-hospital.example'
const manager = 'manager@demo.example'
const [product] = demoProducts().filter(
  ({ isPublished, dummyNDC, countInStock, price, coldStatus }) =>
    isPublished && !dummyNDC && !coldStatus && countInStock > 100 && price > 10,
)

test('an order over the amount waits, is approved with another quantity, and bears both names', async ({
  page,
  browser,
  portal,
}) => {
  await emptyCart(portal, buyer)
  const context = await browser.newContext({ baseURL: portal.url })
  const approver = await context.newPage()
  const lookAt = async (screen: typeof page) => {
    for (const width of [390, 1440]) {
      await screen.setViewportSize({ width, height: 900 })
      expect(await overflowOf(screen)).toBe(0)
      expect(await accessibilityFindings(screen)).toEqual([])
    }
  }

  await enterAs(approver, manager)
  await approver.goto('/people')
  const rules = approver.getByRole('form', { name: 'Orders that need approval' })
  await rules.getByLabel('Its total is over an amount').check()
  await rules.getByRole('button', { name: 'Save the rules' }).click()
  await expect(rules.getByText('Write an amount like 500.00.')).toBeVisible()
  await rules.getByLabel('Over this amount').fill('50')
  await lookAt(approver)
  await rules.getByRole('button', { name: 'Save the rules' }).click()
  await expect(approver.getByText('Rules saved')).toBeVisible()

  await enterAs(page, buyer)
  await page.goto(`/product/${product?.ndcNumber}`)
  await page.getByRole('spinbutton', { name: 'Quantity', exact: true }).fill('9')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
  await page.goto('/shipping')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This order needs approval')).toBeVisible()
  await expect(page.getByText('The total is over $50.00.')).toBeVisible()
  await expect(page.getByText(/^It goes to Alice Fontenot/)).toBeVisible()
  await lookAt(page)
  const asked = new Date()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(portal, buyer, asked))
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText(/^Your order waits for approval by Alice Fontenot/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  await lookAt(page)

  await approver.reload()
  const entry = approver.getByRole('link', { name: 'Approvals 1' })
  await expect(entry).toBeVisible()
  await entry.click()
  await lookAt(approver)
  await approver.getByRole('link', { name: 'Renee Thibodeaux' }).click()
  await approver.getByRole('spinbutton').fill('7')
  await expect(approver.getByText('9 asked for')).toBeVisible()
  await lookAt(approver)
  await approver.getByRole('button', { name: 'Approve and order' }).click()
  await approver.getByRole('link', { name: 'See the order' }).click()
  const provenance = /^Placed by Renee Thibodeaux, approved by Alice Fontenot on/
  await expect(approver.getByText(provenance)).toBeVisible()

  await page.reload()
  await expect(page.getByText('Changed: 9 asked for')).toBeVisible()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByText(provenance)).toBeVisible()

  // Other journeys order for this business, too.
  await approver.goto('/people')
  await rules.getByLabel('Its total is over an amount').uncheck()
  await rules.getByRole('button', { name: 'Save the rules' }).click()
  await expect(approver.getByText('Rules saved')).toBeVisible()
  await context.close()
})
