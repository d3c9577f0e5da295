import type { Page } from '@playwright/test'
import { demoProducts } from '../demo/products.ts'
import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { awaitOrder, enterCode, fillCart, goToPlaceOrder, placeButton, confirmOrder } from './checkout.ts'
import { demoPassword, enterAs, expect, mailedCode, test } from './journey.ts'
import { placeOrderByApi } from './orders.ts'
import type { RunningPortal } from './portal.ts'
import { searchCustomers } from './customers.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

const addFirst = async (page: Page) => {
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
  await expect(page.getByText('Product added to the cart')).toBeVisible()
}

const search = async (page: Page, query: string) => {
  await page.getByRole('combobox', { name: 'Search Products' }).fill(query)
  await page.keyboard.press('Enter')
}

const checkOut = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout', exact: true }).click()

interface Priced {
  slug: string
  price: number
  customPricingList: { price: number }[]
}

const withContractPrice = async (portal: RunningPortal, email: string): Promise<Priced> => {
  const { call } = await callAs(portal, email)
  const { products } = await call<{ products: Priced[] }>('GET', '/api/products/search?viewCount=36')
  const found = products.find(({ customPricingList }) => customPricingList.length > 0)
  if (!found) throw new Error('This buyer has no contract price.')
  return found
}

test('a buyer orders what they found by contract price, NDC and misspelled name, and reads the ERP number', async ({
  page,
  portal,
}) => {
  const buyer = 'buyer@demo.example'
  const { slug, price, customPricingList } = await withContractPrice(portal, buyer)
  const money = (amount = 0) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await enterAs(page, buyer)
  await page.goto(`/product/${slug}`)
  await expect(page.locator('s, del').getByText(money(price))).toBeVisible()
  await expect(page.getByText(money(customPricingList[0]?.price)).first()).toBeVisible()

  await search(page, '0002446230')
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await expect(page.getByText('NDC: 00002-4462-30')).toBeVisible()
  await addFirst(page)
  await search(page, 'lisinoprl')
  await expect(page.getByText('No exact match for “lisinoprl”. Showing results for “lisinopril”.')).toBeVisible()
  await addFirst(page)
  await page.getByRole('link', { name: /^Cart.*2/ }).click()
  await expect(heading(page, 'Cart')).toBeVisible()
  await checkOut(page)
  await expect(heading(page, 'Shipping')).toBeVisible()
  await page.getByLabel('Purchase order number').fill('PO-7781')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(heading(page, 'Place Order')).toBeVisible()
  await expect(page.getByText('PO-7781')).toBeVisible()

  await placeButton(page).click()
  const code = page.getByLabel('Verification code')
  const refusal = 'You should enter a valid OTP, before you can continue!'
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(new RegExp(refusal))
  expect(await accessibilityFindings(page)).toEqual([])
  await code.fill('000000')
  await expect(code).not.toHaveAttribute('aria-invalid', 'true')
  await placeButton(page).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toBeFocused()
  await confirmOrder(page, portal, buyer)
  const told = page.getByText(/Your order number is \d+/)
  await expect(told).toBeVisible()
  const number = /\d+/.exec(await told.innerText())?.[0]
  const books = (await (await fetch(`${portal.control}/state`)).json()) as { nextOrder: string }
  expect(Number(number), 'the last number that the ERP gave').toBe(Number(books.nextOrder) - 1)
  await page.goto('/cart')
  await expect(page.getByText('Cart is empty.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('cartItems'))).toBeNull()
  for (const path of ['/shipping', '/placeorder']) {
    await page.goto(path)
    await expect(page.getByText('Cart is empty.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }
  await expect(placeButton(page)).toBeDisabled()
})

test('a sales rep orders for a customer', async ({ page, portal }) => {
  await enterAs(page, 'rep@demo.example')
  await page.goto('/search?query=metformin')
  await addFirst(page)
  await page.goto('/cart')
  await checkOut(page)
  await expect(heading(page, 'Place Order')).toBeVisible()
  await placeButton(page).click()
  await expect(page.getByText('Customer needs to be selected !')).toBeVisible()
  await searchCustomers(page, 'harbor street')
  await page.getByRole('option', { name: /Harbor Street Pharmacy.*\d people/ }).click()
  await page.getByRole('combobox', { name: 'Which user of Harbor Street Pharmacy?' }).click()
  await page.getByRole('option', { name: 'Grace Ellison', exact: true }).click()
  await expect(page.getByText('Ordering for')).toBeVisible()
  await confirmOrder(page, portal, 'rep@demo.example')
  await expect(page.getByText(/Placed by Marcus Bell \(Sales Rep\) for Harbor Street Pharmacy/)).toBeVisible()
  await expect(page.getByText(/Your order number is \d+/)).toBeVisible()
})

test('keyboard alone finds a product, orders it and reads the number', async ({ page, portal }) => {
  await page.goto('/signin')
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.keyboard.type('buyer2@demo.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'User Dashboard')).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('metformin')
  await page.keyboard.press('Enter')
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 120; presses++) {
      await page.keyboard.press('Tab')
      const label = await page.evaluate(() => {
        const focused = document.activeElement === document.body ? null : document.activeElement
        const labels =
          focused instanceof HTMLInputElement ? [...(focused.labels ?? [])].map((one) => one.textContent) : []
        return [focused?.getAttribute('aria-label'), focused?.textContent, ...labels].join(' ')
      })
      if (name.test(label)) return
    }
    throw new Error(`Tab never reached ${name}`)
  }
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true }).first()).toBeVisible()
  await tabTo(/Add to cart/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Product added to the cart')).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: 'Proceed to Checkout', exact: true })).toBeEnabled()
  await tabTo(/Proceed to Checkout/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Shipping')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled()
  await tabTo(/Continue/)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Place Order')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send verification code', exact: true })).toBeEnabled()
  const asked = new Date()
  await tabTo(/Send verification code/)
  await page.keyboard.press('Enter')
  const code = await mailedCode(portal, 'buyer2@demo.example', asked)
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await awaitOrder(page)
  await expect(page.getByText(/Your order number is \d+/)).toBeVisible()
})

const scarce = demoProducts().find(
  ({ isPublished, dummyNDC, isNonStocked, countInStock, dea }) =>
    isPublished && !dummyNDC && !isNonStocked && countInStock > 1 && countInStock < 9 && dea !== 'CII',
)

/** No other test in this file orders it. */
const steady = demoProducts().findLast(
  ({ isPublished, dummyNDC, isNonStocked, countInStock, coldStatus, price, dea }) =>
    isPublished && !dummyNDC && !isNonStocked && !coldStatus && countInStock > 100 && price < 1_000 && dea !== 'CII',
)

test('products that sell out or get more expensive before the order are reported together, and one click fixes the cart', async ({
  page,
  portal,
}) => {
  const buyer = 'james@riverbend-pharmacy.example'
  const { ndcNumber: code = '', countInStock = 0, name = '' } = scarce ?? {}
  await fillCart(portal, buyer, [
    { code, quantity: 2 },
    { code: steady?.ndcNumber ?? '', quantity: 1 },
  ])
  await enterAs(page, buyer)
  await goToPlaceOrder(page)
  await expect(page.getByText('on the invoice', { exact: true })).toHaveCount(2)
  await enterCode(page, portal, buyer)
  await placeOrderByApi(portal, 'maria@bluebonnet-pharmacy.example', '', { code, quantity: countInStock })
  const { call } = await callAs(portal, 'admin@demo.example')
  const { _id } = await call<{ _id: string }>('GET', `/api/products/slug/${steady?.ndcNumber}`)
  const product = await call<{ price: number }>('GET', `/api/products/${_id}`)
  await call('PUT', `/api/products/${_id}`, { ...product, price: product.price + 5 })
  await placeButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Your order was not placed' })
  await expect(dialog.getByText('Sold out -')).toBeVisible()
  await expect(dialog.getByText(name)).toBeVisible()
  await expect(dialog.getByText('Price changed -')).toBeVisible()
  await expect(dialog.getByText(/was \$[\d,.]+, now \$[\d,.]+/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Adjust my cart' }).click()
  // The buyer accepts the price by placing the order, not by fixing the cart.
  await expect(page.getByText('Prices have changed. Check your order again.')).toBeVisible()
  const line = page.getByRole('table', { name: 'Items' }).locator('tbody').getByRole('row')
  await expect(line).toHaveCount(1)
  await expect(line.getByText(/was \$[\d,.]+, now \$[\d,.]+/)).toBeVisible()
  await expect(line.getByText(/^per /)).toBeVisible()
  await expect(placeButton(page)).toBeEnabled()
})
