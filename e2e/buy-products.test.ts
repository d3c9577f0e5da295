import type { Page } from '@playwright/test'
import { expect, mailedCode, signIn, test } from './journey.ts'
import type { RunningPortal } from './portal.ts'
import { searchCustomers } from './search-customers.ts'

const addFirst = async (page: Page, query: string) => {
  await page.getByPlaceholder('Search Products').fill(query)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?query=/)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
}

const placeWithCode = async (page: Page, portal: RunningPortal, email: string) => {
  const asked = new Date()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(portal, email, asked))
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.waitForURL(/\/order\//)
}

test('a buyer finds a product by NDC and by a misspelt name, orders both, and sees the ERP number arrive', async ({
  page,
  portal,
}) => {
  await signIn(page, 'buyer@demo.example')
  await addFirst(page, '0002446230')
  await expect(page.getByText('NDC: 00002-4462-30')).toBeVisible()
  await addFirst(page, 'lisinoprl')
  await expect(page.getByText('No exact match for “lisinoprl”. Showing results for “lisinopril”.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Cart.*2/ })).toBeVisible()

  await page.goto('/cart')
  await page
    .getByRole('link', { name: 'Proceed to Checkout' })
    .or(page.getByRole('button', { name: 'Proceed to Checkout' }))
    .click()
  await page.waitForURL(/\/shipping/)
  await page.getByLabel(/Purchase order/).fill('PO-7781')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/placeorder/)
  await expect(page.getByText('PO-7781')).toBeVisible()

  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('You should enter a valid OTP, before you can continue!')).toBeVisible()
  await placeWithCode(page, portal, 'buyer@demo.example')

  await expect(page.getByText(/Your order number is \d+/)).toBeVisible()
  const reference = await (await fetch(`${portal.control}/state`)).json()
  expect(reference).toBeTruthy()
  await page.goto('/cart')
  await expect(page.getByText('Cart is empty.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('cartItems'))).toBeNull()
})

test('the listing shows the contract price of this buyer and the list price struck through', async ({
  page,
  portal,
}) => {
  await signIn(page, 'buyer@demo.example')
  const answer = await fetch(`${portal.url}/api/products/search?viewCount=36`, {
    headers: {
      authorization: `Bearer ${await page.evaluate(() => (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { token: string }).token)}`,
    },
  })
  const { products } = (await answer.json()) as {
    products: { slug: string; price: number; customPricingList: { price: number }[] }[]
  }
  const priced = products.find(({ customPricingList }) => customPricingList.length > 0)
  expect(priced).toBeTruthy()
  await page.goto(`/product/${priced?.slug}`)
  const money = (amount = 0) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await expect(page.locator('s, del').getByText(money(priced?.price))).toBeVisible()
  await expect(page.getByText(money(priced?.customPricingList[0]?.price)).first()).toBeVisible()
})

test('a sales rep orders for a customer, at the customer’s place', async ({ page, portal }) => {
  await signIn(page, 'rep@demo.example')
  await addFirst(page, 'metformin')
  await page.goto('/cart')
  await page
    .getByRole('link', { name: 'Proceed to Checkout' })
    .or(page.getByRole('button', { name: 'Proceed to Checkout' }))
    .click()
  await page.waitForURL(/\/placeorder/)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Customer needs to be selected !')).toBeVisible()
  await searchCustomers(page, 'harbor street')
  await page.getByRole('option', { name: /Harbor Street Pharmacy.*Grace Ellison/ }).click()
  await expect(page.getByText('Ordering for')).toBeVisible()
  await placeWithCode(page, portal, 'rep@demo.example')
  await expect(page.getByText(/Placed by Marcus Bell \(Sales Rep\) for Harbor Street Pharmacy/)).toBeVisible()
  await expect(page.getByText(/Your order number is \d+/)).toBeVisible()
})

test('keyboard alone finds a product, orders it and reads the number', async ({ page, portal }) => {
  await page.goto('/signin')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('buyer2@demo.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('apotheca-demo')
  await page.keyboard.press('Enter')
  await page.waitForURL(/user-dashboard/)
  await expect(page.getByRole('heading', { level: 1, name: 'User Dashboard' })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('metformin')
  await page.keyboard.press('Enter')
  await page.waitForURL(/query=metformin/)
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
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
  await tabTo(/Add to cart/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
  await page.goto('/cart')
  await tabTo(/Proceed to Checkout/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/shipping/)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  await tabTo(/Continue/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/placeorder/)
  await expect(page.getByRole('button', { name: 'Send verification code' })).toBeEnabled()
  const asked = new Date()
  await tabTo(/Send verification code/)
  await page.keyboard.press('Enter')
  const code = await mailedCode(portal, 'buyer2@demo.example', asked)
  await page.getByLabel('Verification code').focus()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/order\//)
  await expect(page.getByText(/Your order number is \d+/)).toBeVisible()
})

test('what sold out meanwhile is named, and one click makes the cart right', async ({ page, browser, portal }) => {
  await signIn(page, 'buyer@demo.example')
  const { products } = (await (
    await fetch(`${portal.url}/api/products/search?viewCount=36&order=lowest&price=3-400`)
  ).json()) as {
    products: { _id: string; slug: string; name: string; countInStock: number; isNonStocked: boolean }[]
  }
  const scarce = products.find(
    ({ countInStock, isNonStocked }) => !isNonStocked && countInStock > 1 && countInStock < 900,
  )
  if (!scarce) throw new Error('The demo has no such product.')
  await page.goto(`/product/${scarce.slug}`)
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.goto('/shipping')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/placeorder/)

  const other = await browser.newContext({ baseURL: portal.url })
  const rival = await other.newPage()
  await signIn(rival, 'buyer2@demo.example')
  await orderByApi(rival, portal, scarce._id, scarce.countInStock)
  await other.close()

  const asked = new Date()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(portal, 'buyer@demo.example', asked))
  await page.getByRole('button', { name: 'Place Order' }).click()
  const popup = page.getByRole('dialog')
  await expect(popup.getByText('Sold out -')).toBeVisible()
  await expect(popup.getByText(scarce.name)).toBeVisible()
  await popup.getByRole('button', { name: 'Adjust my cart' }).click()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled()
})

/** An order as another program would send it. */
const orderByApi = async (page: Page, portal: RunningPortal, productId: string, quantity: number) => {
  const user = await page.evaluate(
    () => JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { _id: string; email: string; token: string },
  )
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
  const asked = new Date()
  await fetch(`${portal.url}/api/orders/sendOTP/${user._id}`, {
    method: 'POST',
    headers: { authorization: headers.authorization },
  })
  const otp = await mailedCode(portal, user.email, asked)
  const answer = await fetch(`${portal.url}/api/orders`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ orderItems: [{ _id: productId, quantity }], shippingMethod: 'UPS GROUND', otp }),
  })
  expect(answer.status).toBe(201)
}
