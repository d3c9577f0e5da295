import { demoProducts } from '../demo/products.ts'
import { callAs } from './call-as.ts'
import { awaitOrder, enterCode, fillCart, goToPlaceOrder, placeButton, confirmOrder } from './checkout.ts'
import { customerPage } from './customers.ts'
import { enterAs, expect, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { plainProduct } from './orders.ts'
import type { RunningPortal } from './portal.ts'
import { pressKey } from './press-key.ts'

/** A time zone where it is noon now. Monthly allocations end with the month, so no run may be near the end of a day. */
const zoneAtNoon = (): string => {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

test.use({ settings: { BUSINESS_TIME_ZONE: zoneAtNoon() } })

const admin = 'admin@demo.example'
const plenty = demoProducts().filter(
  ({ isPublished, dummyNDC, coldStatus, countInStock, dea }) =>
    isPublished && !dummyNDC && !coldStatus && countInStock > 300 && dea !== 'CII',
)

/** Orders in this month would count. */
const neverBought = async (portal: RunningPortal, buyer: string) => {
  const { call } = await callAs(portal, buyer)
  const { products } = await call<{ products: { ndcNumber: string }[] }>('GET', '/api/purchases')
  const found = plenty.find(({ ndcNumber }) => !products.some((bought) => bought.ndcNumber === ndcNumber))
  if (!found) throw new Error('This buyer has bought everything.')
  return found
}

test('an admin allocates a product, a buyer sees what is left before they add it, and no order exceeds it', async ({
  page,
  browser,
  portal,
}) => {
  const [buyer, business] = ['maria@bluebonnet-pharmacy.example', 'Bluebonnet Pharmacy']
  const { name, ndcNumber: code } = await neverBought(portal, buyer)
  const { call } = await callAs(portal, admin)
  const demo = await call<{ allocations: { productId: string }[] }>('GET', '/api/allocations')
  for (const { productId } of demo.allocations) await call('DELETE', `/api/allocations/${productId}`)
  const context = await browser.newContext({ baseURL: portal.url })
  const office = await context.newPage()
  await enterAs(office, admin)
  await office.goto('/admin/limits')
  await expect(office.getByText('No allocations yet')).toBeVisible()
  await office.getByRole('button', { name: 'Allocate a product' }).click()
  const adding = office.getByRole('dialog', { name: 'Allocate a product' })
  await adding.getByRole('combobox', { name: 'Product', exact: true }).fill(code)
  await office.getByRole('option', { name: `${name} · ${code}` }).click()
  await office.getByLabel('Monthly limit for each business').selectOption('fixed')
  await office.getByRole('button', { name: 'Allocate product' }).click()
  await expect(office.getByText('Enter a whole number, 0 or more.')).toBeVisible()
  expect(await accessibilityFindings(office)).toEqual([])
  await office.getByLabel('Units', { exact: true }).fill('6')
  await office.getByRole('button', { name: 'Allocate product' }).click()
  await expect(office.getByText('Allocation saved')).toBeVisible()

  await fillCart(portal, buyer, [])
  await enterAs(page, buyer)
  await page.goto(`/search?query=${code}`)
  await expect(page.getByText(/^Allocated: 6 left until [A-Z]/)).toBeVisible()
  await page.getByRole('rowheader').getByRole('link').click()
  await page.getByRole('spinbutton', { name: 'Quantity', exact: true }).fill('4')
  await expect(page.getByText(/^Allocated: 6 left until [A-Z]/)).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Product added to the cart')).toBeVisible()
  await page.goto('/cart')
  const quantity = page.getByRole('spinbutton', { name: `Quantity of ${name}` })
  const checkOut = page.getByRole('button', { name: 'Proceed to Checkout', exact: true })
  await quantity.fill('7')
  await expect(page.getByText(/^Over your allocation: 6 left until/)).toBeVisible()
  await expect(checkOut).toBeDisabled()
  expect(await accessibilityFindings(page)).toEqual([])
  await quantity.fill('4')
  await checkOut.click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Place Order' })).toBeVisible()
  await enterCode(page, portal, buyer)

  // The cap is lowered after the page was opened: the order is refused, and one press fixes the cart.
  await office.getByLabel('Units', { exact: true }).fill('3')
  await office.getByRole('button', { name: 'Save rule' }).click()
  const allocated = () => call<unknown>('GET', '/api/allocations')
  await expect.poll(allocated).toMatchObject({ allocations: [{ fixed: 3 }] })
  await placeButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Your order was not placed' })
  await expect(dialog.getByText(/Over your allocation: 3 left until .* 3 can be ordered\./)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await expect(dialog.getByRole('button', { name: 'Adjust my cart' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Adjust my cart' }).click()
  await placeButton(page).click()
  await awaitOrder(page)

  await office.reload()
  const row = office.getByRole('row').filter({ hasText: business })
  const shows = async (cap: string, left: string) => {
    await expect(row.locator('[data-label=Cap]')).toHaveText(cap)
    await expect(row.locator('[data-label=Left]')).toHaveText(left)
  }
  await shows('3', '0')
  await page.goto('/quickorder')
  await page.getByLabel('Or paste lines').fill(`${code}, 2`)
  await page.getByRole('button', { name: 'Review lines' }).click()
  await expect(page.getByText(/^Over your allocation: none left until/)).toBeVisible()
  await office.getByRole('button', { name: `Edit the cap of ${business}` }).click()
  await office.getByRole('dialog').getByLabel('Units per month').fill('9')
  await office.getByRole('dialog').getByRole('button', { name: 'Save exception' }).click()
  await shows('9 (exception)', '6')
  await page.getByLabel('Quantity of line 1', { exact: true }).fill('6')
  await pressKey(page.getByLabel('Quantity of line 1', { exact: true }), 'Enter')
  await expect(page.getByText('1 good line', { exact: true })).toBeVisible()
  await office.getByRole('button', { name: 'Remove allocation' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(office.getByText('Allocation removed')).toBeVisible()
})

test('an order of a business with an expired license waits until an admin records the renewal', async ({
  page,
  browser,
  portal,
}) => {
  const buyer = 'walter@laurel-gap-pharmacy.example'
  await fillCart(portal, buyer, [{ code: plainProduct?.ndcNumber ?? '', quantity: 1 }])
  await enterAs(page, buyer)
  const warning = page.getByRole('alert').getByText('Your license has expired')
  await page.goto('/cart')
  await expect(warning).toBeVisible()
  await page.goto('/shipping')
  await expect(warning).toBeVisible()
  await goToPlaceOrder(page)
  await expect(warning).toBeVisible()
  await confirmOrder(page, portal, buyer)
  await expect(page.getByText(/The license has expired\. .*Send us your license or its renewal/)).toBeVisible()
  const order = new URL(page.url()).pathname
  await page.goto('/orderhistory')
  await expect(page.getByText('On hold').first()).toBeVisible()
  await expect(page.getByText(/The license has expired\. .*Send us your license/).first()).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  const context = await browser.newContext({ baseURL: portal.url })
  const office = await context.newPage()
  await enterAs(office, admin)
  await office.goto('/admin/orders')
  await expect(office.getByText(/Recording the license or its renewal releases the order/).first()).toBeVisible()
  await office.goto(order)
  await expect(office.getByText(/Recording the license or its renewal/).first()).toBeVisible()
  await expect(office.getByRole('button', { name: 'Release order' })).toHaveCount(0)
  await expect(office.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
  expect(await accessibilityFindings(office)).toEqual([])

  await office.goto(await customerPage(portal, buyer))
  await office.getByLabel('License Expiry Date').fill('2031-05-01')
  await office.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(office.getByText('Customer updated successfully')).toBeVisible()
  await office.goto(order)
  await expect(office.getByText(/Your order number is \d+/)).toBeVisible()
})

test('a Schedule II product names the ways to order it in place of a button', async ({ page }) => {
  const buyer = 'maria@bluebonnet-pharmacy.example'
  const scheduled = demoProducts().find(
    ({ isPublished, dummyNDC, dea, countInStock }) => isPublished && !dummyNDC && dea === 'CII' && countInStock > 50,
  )
  const code = scheduled?.ndcNumber ?? ''
  await enterAs(page, buyer)
  for (const [path, words] of [
    [`/search?query=${code}`, 'CSOS or Form 222 only'],
    [`/product/${code}`, 'Order them by CSOS'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  }
  expect(await accessibilityFindings(page)).toEqual([])
  await page.goto('/quickorder')
  await page.getByLabel('Or paste lines').fill(`${code}, 2`)
  await page.getByRole('button', { name: 'Review lines' }).click()
  await expect(page.getByText(/Order them by CSOS, or send us the original DEA Form 222 by post/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})

test('lines that a suspended license stops are named when the order is placed, and one press removes them', async ({
  page,
  portal,
}) => {
  const buyer = 'maria@bluebonnet-pharmacy.example'
  const supply = demoProducts().find(
    ({ isPublished, category, dummyNDC, countInStock }) =>
      isPublished && category === 'Supplies' && dummyNDC && countInStock > 50,
  )
  if (!plainProduct || !supply) throw new Error('The demo has no such product.')
  const codes = [plainProduct.ndcNumber, supply.ndcNumber]
  await fillCart(
    portal,
    buyer,
    codes.map((code) => ({ code, quantity: 1 })),
  )
  await enterAs(page, buyer)
  await goToPlaceOrder(page)
  await enterCode(page, portal, buyer)

  const { _id: customer } = await callAs(portal, buyer)
  const { call } = await callAs(portal, admin)
  const list = () => call<{ _id: string; __v: number }[]>('GET', `/api/licenses?forUser=${customer}`)
  const [first] = await list()
  await call('PUT', `/api/licenses/${first?._id}/suspension`, { __v: first?.__v, why: 'Order of the board' })
  await placeButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Your order was not placed' })
  await expect(dialog.getByText('Some products can’t be supplied to you.')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: plainProduct.name })).toContainText('is suspended.')
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Adjust my cart' }).click()
  await placeButton(page).click()
  await awaitOrder(page)
  await expect(page.getByText(supply.name)).toBeVisible()
  const [suspended] = await list()
  await call('PUT', `/api/licenses/${first?._id}/verification`, { __v: suspended?.__v, source: 'Board of Pharmacy' })
})
