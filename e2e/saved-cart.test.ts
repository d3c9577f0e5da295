import type { Page } from '@playwright/test'
import { demoProducts } from '../demo/products.ts'
import { callAs } from './call-as.ts'
import { fillCart } from './checkout.ts'
import { accessibilityFindings } from './check-page.ts'
import { enterAs, expect, overflowOf, signInOnPage, test } from './journey.ts'
import type { RunningPortal } from './portal.ts'
import { searchCustomers } from './customers.ts'

interface Product {
  _id: string
  slug: string
  name: string
  price: number
  countInStock: number
}

const someProducts = async (portal: RunningPortal, query: string): Promise<[Product, Product]> => {
  const { call } = await callAs(portal, 'buyer2@demo.example')
  const { products } = await call<{
    products: (Product & { isNonStocked: boolean; customPricingList: unknown[] })[]
  }>('GET', `/api/products/search?query=${query}&viewCount=36`)
  const [first, second] = products.filter(
    ({ countInStock, isNonStocked, customPricingList }) =>
      countInStock > 5 && !isNonStocked && customPricingList.length === 0,
  )
  if (!first || !second) throw new Error(`The demo has no two such products: ${query}.`)
  return [first, second]
}

const addBySlug = async (page: Page, { slug }: Product, quantity: number) => {
  await page.goto(`/product/${slug}`)
  await page.getByRole('spinbutton', { name: 'Quantity', exact: true }).fill(String(quantity))
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Product added to the cart')).toBeVisible()
}

const quantityOf = (page: Page, { name }: Product) =>
  page.getByRole('spinbutton', { name: `Quantity of ${name}`, exact: true })

const set = async (portal: RunningPortal, { _id }: Product, change: object) => {
  const { call } = await callAs(portal, 'admin@demo.example')
  const product = await call<object>('GET', `/api/products/${_id}`)
  await call('PUT', `/api/products/${_id}`, { ...product, ...change })
}

/** Polls the cart as another device would find it, until it is this one. */
const expectSaved = async (portal: RunningPortal, email: string, wanted: Record<string, unknown>) => {
  const { call } = await callAs(portal, email)
  await expect.poll(() => call<unknown>('GET', '/api/cart')).toMatchObject(wanted)
}

test('a visitor’s cart is merged into the saved one at sign-in, follows to another device and shows what changed', async ({
  page,
  browser,
  portal,
}) => {
  const buyer = 'buyer2@demo.example'
  const [first, second] = await someProducts(portal, 'atorvastatin')
  await fillCart(portal, buyer, [
    { code: first.slug, quantity: 3 },
    { code: second.slug, quantity: 1 },
  ])
  await addBySlug(page, first, 1)
  await addBySlug(page, second, 2)
  await signInOnPage(page, buyer)
  await expect(page.getByText(/using the higher quantity of each product/)).toBeVisible()
  await page.goto('/cart')
  await expect(quantityOf(page, first)).toHaveValue('3')
  await expect(quantityOf(page, second)).toHaveValue('2')

  // Two devices at the same time, each changing another line.
  const device = await browser.newContext({ baseURL: portal.url })
  const other = await device.newPage()
  await enterAs(other, buyer)
  await other.goto('/cart')
  await quantityOf(other, first).fill('4')
  await quantityOf(page, second).fill('5')
  await expectSaved(portal, buyer, {
    lines: expect.arrayContaining([
      expect.objectContaining({ _id: first._id, quantity: 4 }),
      expect.objectContaining({ _id: second._id, quantity: 5 }),
    ]),
  })
  await page.reload()
  await expect(quantityOf(page, first)).toHaveValue('4')
  await expect(quantityOf(page, second)).toHaveValue('5')

  await quantityOf(page, second).fill('-1')
  await expect(page.getByText('The quantity must be at least 1.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed to Checkout', exact: true })).toBeDisabled()
  await expect(page.getByText(/-\$/)).toHaveCount(0)

  await set(portal, first, { price: first.price + 1 })
  await set(portal, second, { isPublished: false })
  // An open cart is refreshed when the user returns to it.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.getByText(/was \$[\d,.]+, now \$[\d,.]+/)).toBeVisible()
  await expect(page.getByText('No longer carried.', { exact: true })).toBeVisible()
  await page.goto('/shipping')
  await expect(page.getByText('Some products in your cart can’t be ordered as they are.')).toBeVisible()
  await expect(page.getByText('Not available')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeDisabled()
  await page.goto('/placeorder')
  await expect(page.getByText('Not available')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order', exact: true })).toBeDisabled()
})

test('purchase order number and shipping method stay, even if typed before the cart has loaded', async ({
  page,
  portal,
}) => {
  const buyer = 'colleague2@demo.example'
  const [product] = await someProducts(portal, 'losartan')
  await fillCart(portal, buyer, [{ code: product.slug, quantity: 1 }])
  await enterAs(page, buyer)
  const { promise: isTyped, resolve: goOn } = Promise.withResolvers<null>()
  await page.route('**/api/cart', async (route) => {
    await isTyped
    await route.continue()
  })
  await page.goto('/shipping')
  const number = page.getByLabel('Purchase order number')
  await number.fill('PO 4711')
  await page.getByLabel('FEDEX PRIORITY OVERNIGHT').check()
  goOn(null)
  await expectSaved(portal, buyer, { purchaseOrder: 'PO 4711', shippingMethod: 'FEDEX PRIORITY OVERNIGHT' })
  await expect(number).toHaveValue('PO 4711')

  await page.getByRole('link', { name: 'Back to cart' }).click()
  await expect(quantityOf(page, product)).toHaveValue('1')
  await page.goto('/shipping')
  await expect(number).toHaveValue('PO 4711')
  const tab = await page.context().newPage()
  await tab.goto('/shipping')
  await expect(tab.getByLabel('Purchase order number')).toHaveValue('PO 4711')
  await expect(tab.getByLabel('FEDEX PRIORITY OVERNIGHT')).toBeChecked()
})

test('a sales rep orders for one customer in each tab, with the cart and order guides of that customer', async ({
  page,
  portal,
}) => {
  const [product] = await someProducts(portal, 'metformin')
  await enterAs(page, 'rep@demo.example')
  await page.goto('/search')
  const choose = async (tab: Page, typed: string, option: RegExp) => {
    await tab.getByRole('button', { name: /(Choose a|Change) customer/ }).click()
    await expect(tab.getByText(/20 of \d+ customers/)).toBeVisible()
    await searchCustomers(tab, typed)
    await tab.getByRole('option', { name: option }).click()
  }
  const bar = (tab: Page) => tab.getByRole('region', { name: 'Customer' })
  await choose(page, 'harbor street', /Harbor Street Pharmacy.*\d people/)
  await page.getByRole('combobox', { name: 'Which user of Harbor Street Pharmacy?' }).click()
  await page.getByRole('option', { name: 'Grace Ellison', exact: true }).click()
  await expect(bar(page)).toContainText('Harbor Street Pharmacy')
  await addBySlug(page, product, 2)
  const tab = await page.context().newPage()
  await tab.goto('/cart')
  await expect(bar(tab), 'a new tab begins with the last choice').toContainText('Harbor Street Pharmacy')
  await expect(quantityOf(tab, product)).toHaveValue('2')
  await tab.getByRole('button', { name: 'Stop working for this customer' }).click()
  await expect(tab.getByText('Cart is empty.')).toBeVisible()

  await choose(tab, 'laurel gap', /Laurel Gap Pharmacy/)
  await expect(bar(tab)).toContainText('Laurel Gap Pharmacy')
  await tab.goto('/orderguides')
  await tab.getByRole('link', { name: 'Monday order' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'Monday order' })).toBeVisible()
  await tab.getByRole('button', { name: /^Add all \d+ lines? to the cart$/ }).click()
  await expect(tab.getByText(/^\d+ lines? added to the cart$/)).toBeVisible()
  await tab.goto('/cart')
  await expect(bar(tab)).toContainText('Laurel Gap Pharmacy')
  await expect(tab.getByRole('table', { name: 'Cart' }).locator('tbody tr').first()).toBeVisible()

  await page.goto('/cart')
  await expect(bar(page), 'each tab keeps its own').toContainText('Harbor Street Pharmacy')
  await expect(quantityOf(page, product)).toHaveValue('2')
})

test('an order guide is created from the cart, sorted by keyboard, added again with one press, and deleted', async ({
  page,
  portal,
}) => {
  const buyer = 'buyer@demo.example'
  const rows = (label: string) => page.getByRole('table', { name: label }).locator('tbody tr')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const plenty = demoProducts().filter(
    ({ isPublished, dummyNDC, countInStock, dea }) => isPublished && !dummyNDC && countInStock > 200 && dea !== 'CII',
  )
  await fillCart(
    portal,
    buyer,
    plenty.slice(0, 3).map(({ ndcNumber: code }) => ({ code, quantity: 1 })),
  )
  await enterAs(page, buyer)
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Save to order guide' }).click()
  await page.getByLabel('Order guide', { exact: true }).selectOption('New order guide')
  await page.getByLabel('Guide name').fill('Monday order')
  await page.getByRole('button', { name: 'Save 3 lines' }).click()
  await expect(page.getByLabel('Guide name')).toHaveAccessibleDescription(
    'An order guide with this name already exists.',
  )
  await page.getByLabel('Guide name').fill('Blood pressure')
  await page.getByRole('button', { name: 'Save 3 lines' }).click()
  await expect(page.getByText('Order guide saved')).toBeVisible()

  await page.goto('/orderguides')
  await page.getByRole('link', { name: 'Blood pressure' }).click()
  await expect(heading('Blood pressure')).toBeVisible()
  const lines = rows('Blood pressure')
  await expect(lines).toHaveCount(3)
  const last = (await lines.nth(2).getByRole('rowheader').getByRole('link').textContent()) ?? ''
  const up = page.getByRole('button', { name: `Move ${last} up`, exact: true })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(lines.nth(1).getByRole('rowheader').getByRole('link')).toHaveText(last)
  await expect(up).toBeFocused()

  await lines.first().getByRole('spinbutton').fill('7')
  await page.getByRole('button', { name: 'Save quantities' }).click()
  await expect(page.getByRole('button', { name: 'Save quantities' })).toHaveCount(0)
  await lines.nth(1).getByRole('spinbutton').fill('9,998')
  await page.getByRole('button', { name: 'Add all 3 lines to the cart' }).click()
  await expect(page.getByText('2 lines added to the cart')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Not added' })).toContainText(last)

  await page.getByRole('button', { name: 'Save quantities' }).click()
  await expect(page.getByRole('button', { name: 'Save quantities' })).toHaveCount(0)
  await page.goto('/orderguides')
  await expect(page.getByRole('row').filter({ hasText: 'Blood pressure' })).toContainText(/3.*\$[\d,]+\.\d\d/)
  const addAll = page.getByRole('button', { name: 'Add all: Blood pressure' })
  const question = page.getByRole('dialog', { name: '1 line can’t be added' })
  await addAll.click()
  await expect(question).toContainText(last)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await addAll.click()
  await question.getByRole('button', { name: 'Add the other 2 lines' }).click()
  await expect(page.getByText('2 lines added to the cart')).toBeVisible()
  await page.getByRole('link', { name: 'Blood pressure' }).click()

  await page.getByRole('button', { name: `Remove ${last}`, exact: true }).click()
  await expect(lines).toHaveCount(2)
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Pressure')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(heading('Pressure')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(heading('Order Guides')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pressure' })).toHaveCount(0)

  await page.goto('/orderguides/purchased?days=365')
  await page.getByRole('button', { name: /^Add all \d+ lines to the cart$/ }).click()
  await expect(page.getByText(/^\d+ lines added to the cart$/)).toBeVisible()
  await page.goto('/orderguides/0190a000-0000-7000-8000-000000000000')
  await expect(page.getByText('Order guide not found')).toBeVisible()
})

test('a buyer parks a cart by name, starts another one, and resumes the first', async ({ page, portal }) => {
  const buyer = 'buyer2@demo.example'
  const [first, second] = await someProducts(portal, 'atorvastatin')
  await fillCart(portal, buyer, [{ code: first.slug, quantity: 3 }])
  await page.setViewportSize({ width: 390, height: 900 })
  await enterAs(page, buyer)
  await page.goto('/cart')
  // Changed a moment before it is parked.
  await quantityOf(page, first).fill('4')
  await page.getByRole('button', { name: 'Park cart' }).click()
  const form = page.getByRole('form', { name: 'Park cart' })
  await form.getByLabel('Name').fill('Ward 7')
  await form.getByRole('button', { name: 'Park cart' }).click()
  await expect(page.getByText('Cart is empty.')).toBeVisible()
  const parked = page.getByRole('table', { name: 'Parked carts' })
  await expect(parked).toContainText('Ward 7')
  expect(await accessibilityFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)

  await addBySlug(page, second, 1)
  await page.goto('/cart')
  await expect(page.getByText('Park or empty your cart to resume one of these.')).toBeVisible()
  await expect(parked.getByRole('button', { name: 'Resume: Ward 7' })).toBeDisabled()
  await page.getByRole('button', { name: `Remove ${second.name}` }).click()
  await parked.getByRole('button', { name: 'Resume: Ward 7' }).click()
  await expect(quantityOf(page, first)).toHaveValue('4')
  await expect(parked).toHaveCount(0)
  await expectSaved(portal, buyer, { lines: [{ _id: first._id, quantity: 4 }] })
})
