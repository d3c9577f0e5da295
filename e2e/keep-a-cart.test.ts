import type { Page } from '@playwright/test'
import { bearer, emptyCart, expect, signIn, test } from './journey.ts'
import type { RunningPortal } from './portal.ts'
import { searchCustomers } from './search-customers.ts'

interface Product {
  _id: string
  slug: string
  name: string
  price: number
  countInStock: number
}

const someProducts = async (portal: RunningPortal, query: string): Promise<Product[]> => {
  const answer = await fetch(`${portal.url}/api/products/search?query=${query}&viewCount=36`, {
    headers: { authorization: `Bearer ${await bearer(portal, 'buyer2@demo.example')}` },
  })
  const { products } = (await answer.json()) as {
    products: (Product & { isNonStocked: boolean; customPricingList: unknown[] })[]
  }
  return products.filter(
    ({ countInStock, isNonStocked, customPricingList }) =>
      countInStock > 5 && !isNonStocked && customPricingList.length === 0,
  )
}

const addBySlug = async (page: Page, { slug }: Product, quantity: number) => {
  await page.goto(`/product/${slug}`)
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity))
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
}

const quantityOf = (page: Page, { name }: Product) => page.getByRole('spinbutton', { name: `Quantity of ${name}` })

const set = async (portal: RunningPortal, { _id }: Product, change: object) => {
  const headers = {
    authorization: `Bearer ${await bearer(portal, 'admin@demo.example')}`,
    'content-type': 'application/json',
  }
  const address = `${portal.url}/api/products/${_id}`
  const product = (await (await fetch(address, { headers })).json()) as object
  const answer = await fetch(address, { method: 'PUT', headers, body: JSON.stringify({ ...product, ...change }) })
  expect(answer.status).toBe(200)
}

test('a visitor’s cart is joined at the sign-in, follows to another device, and says what changed', async ({
  page,
  browser,
  portal,
}) => {
  await emptyCart(portal, 'buyer2@demo.example')
  const [first, second, third] = await someProducts(portal, 'atorvastatin')
  if (!first || !second || !third) throw new Error('The demo has no such products.')
  const device = await browser.newContext({ baseURL: portal.url })
  const other = await device.newPage()
  await signIn(other, 'buyer2@demo.example')
  await addBySlug(other, first, 3)
  await addBySlug(other, second, 1)

  await addBySlug(page, first, 1)
  await addBySlug(page, second, 2)
  await signIn(page, 'buyer2@demo.example')
  await expect(page.getByText(/of each product the higher quantity was kept/)).toBeVisible()
  await page.goto('/cart')
  await expect(quantityOf(page, first)).toHaveValue('3')
  await expect(quantityOf(page, second)).toHaveValue('2')

  // Two windows at once: each changes another line.
  await other.goto('/cart')
  await quantityOf(other, first).fill('4')
  await quantityOf(page, second).fill('5')
  await page.reload()
  await expect(quantityOf(page, first)).toHaveValue('4')
  await expect(quantityOf(page, second)).toHaveValue('5')

  await quantityOf(page, second).fill('-1')
  await expect(page.getByText('The quantity must be at least 1.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
  await expect(page.getByText(/-\$/)).toHaveCount(0)

  await set(portal, first, { price: first.price + 1 })
  await set(portal, second, { isPublished: false })
  await page.reload()
  await expect(page.getByText(/was \$[\d,.]+, now \$[\d,.]+/)).toBeVisible()
  await expect(page.getByText('No longer carried.', { exact: true })).toBeVisible()
  await page.goto('/placeorder')
  await expect(page.getByText('Not available')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled()
  await set(portal, first, { price: first.price })
  await set(portal, second, { isPublished: true })
  await device.close()
})

test('purchase order and shipping method survive reload, another tab and the way back to the cart', async ({
  page,
  portal,
}) => {
  const [product] = await someProducts(portal, 'losartan')
  if (!product) throw new Error('The demo has no such product.')
  await signIn(page, 'colleague2@demo.example')
  await addBySlug(page, product, 1)
  await page.goto('/shipping')
  await page.getByLabel('Purchase order number').fill('PO 4711')
  await page.getByLabel('FEDEX PRIORITY OVERNIGHT').check()
  await page.getByRole('link', { name: 'Back to cart' }).click()
  await page.goto('/shipping')
  await expect(page.getByLabel('Purchase order number')).toHaveValue('PO 4711')
  const tab = await page.context().newPage()
  await tab.goto('/shipping')
  await expect(tab.getByLabel('Purchase order number')).toHaveValue('PO 4711')
  await expect(tab.getByLabel('FEDEX PRIORITY OVERNIGHT')).toBeChecked()
})

test('a product that is sold out cannot be added from its page', async ({ page, portal }) => {
  const [product] = await someProducts(portal, 'gabapentin')
  if (!product) throw new Error('The demo has no such product.')
  await set(portal, product, { countInStock: 0 })
  await page.goto(`/product/${product.slug}`)
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeDisabled()
  await set(portal, product, { countInStock: product.countInStock })
})

test('a rep works for one customer in each tab, with that customer’s prices and cart', async ({ page, portal }) => {
  const [product] = await someProducts(portal, 'metformin')
  if (!product) throw new Error('The demo has no such product.')
  await signIn(page, 'rep@demo.example')
  const choose = async (tab: Page, typed: string, option: RegExp) => {
    await tab.getByRole('button', { name: /(Choose a|Change) customer/ }).click()
    await expect(tab.getByText(/20 of \d+ customers/)).toBeVisible()
    await searchCustomers(tab, typed)
    await tab.getByRole('option', { name: option }).click()
  }
  await choose(page, 'harbor street', /Harbor Street Pharmacy.*Grace Ellison/)
  const bar = (tab: Page) => tab.getByRole('region', { name: 'Customer' })
  await expect(bar(page)).toContainText('Harbor Street Pharmacy')
  await addBySlug(page, product, 2)
  const tab = await page.context().newPage()
  await tab.goto('/cart')
  await expect(bar(tab), 'a new tab begins with the last choice').toContainText('Harbor Street Pharmacy')
  await expect(quantityOf(tab, product)).toHaveValue('2')
  await tab.getByRole('button', { name: 'Done with this customer' }).click()
  await expect(tab.getByText('Cart is empty.')).toBeVisible()
  await page.reload()
  await expect(bar(page), 'each tab keeps its own').toContainText('Harbor Street Pharmacy')
  await page.goto('/cart')
  await expect(quantityOf(page, product)).toHaveValue('2')
  await page.getByRole('button', { name: `Remove ${product.name}` }).click()
})
