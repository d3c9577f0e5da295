import { demoProducts } from '../demo/products.ts'
import { expect, mailedCode, overflowOf, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const buyer = 'walter@laurel-gap-pharmacy.example'
const [, , , , , scarce] = demoProducts().filter(
  ({ isPublished, dummyNDC, countInStock }) => isPublished && !dummyNDC && countInStock > 300,
)
const code = scarce?.ndcNumber ?? ''

test('an allocation is set by an admin, seen before adding, and holds when an order is placed', async ({
  page,
  browser,
  portal,
}) => {
  const context = await browser.newContext({ baseURL: portal.url })
  const admin = await context.newPage()
  await enterAs(admin, 'admin@demo.example')
  await admin.goto('/admin/limits')
  await expect(admin.getByText('Nothing is allocated')).toBeVisible()
  await admin.getByRole('combobox', { name: 'Product', exact: true }).fill(code)
  await admin.getByRole('option').first().click()
  await admin.waitForURL(/\/admin\/limits\/./)
  await admin.getByLabel('What a business may order in a month').selectOption('fixed')
  await admin.getByRole('button', { name: 'Allocate this product' }).click()
  await expect(admin.getByText('A whole number of at least 0.')).toBeVisible()
  await admin.getByLabel('Pieces', { exact: true }).fill('6')
  await admin.getByRole('button', { name: 'Allocate this product' }).click()
  await expect(admin.getByText('Allocation saved')).toBeVisible()
  for (const width of [390, 1440]) {
    await admin.setViewportSize({ width, height: 900 })
    expect(await overflowOf(admin)).toBe(0)
    expect(await accessibilityFindings(admin)).toEqual([])
  }

  await enterAs(page, buyer)
  await page.goto(`/search?query=${code}`)
  await expect(page.getByText(/^Allocated: 6 left until [A-Z]/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page
    .getByRole('link', { name: scarce?.name ?? '' })
    .first()
    .click()
  await expect(page.getByText(/^Allocated: 6 left until [A-Z]/)).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Quantity', exact: true }).fill('4')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
  await page.goto('/cart')
  await page.getByRole('spinbutton').fill('7')
  await expect(page.getByText(/^Over your allocation: 6 left until/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('spinbutton').fill('4')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const asked = new Date()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(portal, buyer, asked))

  // The cap falls after the page was opened: the order is refused, and the cart is mended by a press.
  await admin.getByLabel('Pieces', { exact: true }).fill('3')
  await admin.getByRole('button', { name: 'Save the rule' }).click()
  await expect(admin.getByText('Allocation saved').last()).toBeVisible()
  await page.getByRole('button', { name: 'Place Order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/Over your allocation: 3 left until .* 3 can be ordered\./)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Adjust my cart' }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.waitForURL(/\/order\//)

  await admin.reload()
  await expect(admin.getByText('0 left of 3')).toBeVisible()
  await page.goto('/quickorder')
  await page.getByLabel('Or paste lines').fill(`${code}, 2`)
  await page.getByRole('button', { name: 'Check lines' }).click()
  await expect(page.getByText(/^Over your allocation: none left until/)).toBeVisible()
  await admin.getByRole('button', { name: 'Change the cap of Laurel Gap Pharmacy' }).click()
  await admin.getByRole('dialog').getByLabel('Pieces a month').fill('9')
  await admin.getByRole('dialog').getByRole('button', { name: 'Save the exception' }).click()
  await expect(admin.getByText('6 left of 9 (exception)')).toBeVisible()
  await page.getByLabel('Quantity of line 1').fill('6')
  await page.getByLabel('Quantity of line 1').press('Enter')
  await expect(page.getByText('1 good line', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: 'End the allocation' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(admin.getByText('Allocation removed')).toBeVisible()
  await context.close()
})
