import type { Page } from '@playwright/test'
import { bearer, expect, mailedCode, overflowOf, enterAs, test } from './journey.ts'
import type { RunningPortal } from './portal.ts'

const buyer = 'buyer2@demo.example'
const doubt = 'Your order may have been placed: checking…'

const countOrders = async (portal: RunningPortal): Promise<number> => {
  const answer = await fetch(`${portal.url}/api/orders/mineSAPLocal/${buyer}`, {
    headers: { authorization: `Bearer ${await bearer(portal, buyer)}` },
  })
  return Number(answer.headers.get('x-total-count'))
}

/** Up to the press on Place Order. */
const fillCart = async (page: Page, portal: RunningPortal) => {
  await goToPlaceOrder(page)
  await sendCode(page, portal)
}

const goToPlaceOrder = async (page: Page) => {
  await page.goto('/search?query=metformin')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
  await page.goto('/shipping')
  await page.getByLabel('Purchase order number').fill('PO-LOST')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/placeorder/)
}

const sendCode = async (page: Page, portal: RunningPortal) => {
  const asked = new Date()
  await page.getByRole('button', { name: /verification code/ }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(portal, buyer, asked))
}

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' })

/**
 * The order arrives and its answer does not, or it does not even arrive; questions what became of it are unanswered until
 * what this gives back is called. A route that were taken away would keep a question that is on its way just then.
 */
const cutOff = async (page: Page, arrives: boolean): Promise<() => void> => {
  let isCut = true
  await page.context().route('**/api/orders', async (route) => {
    if (!isCut) return route.continue()
    if (route.request().method() === 'POST' && arrives) await route.fetch()
    await route.abort()
  })
  await page.context().route('**/api/orders/settle', (route) => (isCut ? route.abort() : route.continue()))
  return () => void (isCut = false)
}

test('an order whose answer was lost is found, over reload and new tab, and is one order', async ({ page, portal }) => {
  await enterAs(page, buyer)
  const before = await countOrders(portal)
  await fillCart(page, portal)
  const reconnect = await cutOff(page, true)
  await placeOrder(page).click()
  await expect(page.getByText(doubt)).toBeVisible()
  await expect(placeOrder(page)).toBeDisabled()
  await page.reload()
  await expect(page.getByText(doubt)).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto('/cart')
  await expect(tab.getByText(doubt)).toBeVisible()
  await page.close()
  reconnect()
  await tab.reload()
  await expect(tab.getByText('Your order was placed.')).toBeVisible()
  await expect(tab.getByText('Cart is empty.')).toBeVisible()
  await tab.getByRole('link', { name: 'See the order' }).click()
  await expect(tab.getByText(/Your order number is \d+/)).toBeVisible()
  expect(await countOrders(portal)).toBe(before + 1)
})

test('a code that is typed before the answer says that it was sent stays', async ({ page, portal }) => {
  await enterAs(page, buyer)
  await goToPlaceOrder(page)
  const { promise: isTyped, resolve: goOn } = Promise.withResolvers<null>()
  await page.route('**/api/orders/sendOTP/*', async (route) => {
    const response = await route.fetch()
    await isTyped
    await route.fulfill({ response })
  })
  const asked = new Date()
  await page.getByRole('button', { name: /verification code/ }).click()
  const code = await mailedCode(portal, buyer, asked)
  const field = page.getByLabel('Verification code')
  await field.fill(code)
  goOn(null)
  await expect(page.getByText(/^We sent a code to/)).toBeVisible()
  await expect(field).toHaveValue(code)
})

for (const width of [390, 1440])
  test(`what never arrived is void and can be ordered again, ${width} px wide`, async ({ page, portal }) => {
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, buyer)
    const before = await countOrders(portal)
    await fillCart(page, portal)
    const reconnect = await cutOff(page, false)
    await placeOrder(page).click()
    await expect(page.getByText(doubt)).toBeVisible()
    reconnect()
    await expect(page.getByText(/was not placed, and what was sent is void/)).toBeVisible()
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await expect(page.getByText('PO-LOST')).toBeVisible()
    await placeOrder(page).click()
    await page.waitForURL(/\/order\//)
    expect(await countOrders(portal)).toBe(before + 1)
  })

test('what became of an order is asked again when a question is never answered', async ({ page, portal }) => {
  await enterAs(page, buyer)
  await fillCart(page, portal)
  await page.route('**/api/orders', (route) => route.abort(), { times: 1 })
  await page.route('**/api/orders/settle', () => {}, { times: 1 })
  const asking = page.waitForRequest('**/api/orders/settle')
  await placeOrder(page).click()
  await asking
  await expect(page.getByText(doubt)).toBeVisible()
  await expect(page.getByText(/was not placed, and what was sent is void/)).toBeVisible()
})

test('another device shows the cart as ordered while the first is still cut off', async ({ page, browser, portal }) => {
  await enterAs(page, buyer)
  const before = await countOrders(portal)
  await fillCart(page, portal)
  const device = await browser.newContext({ baseURL: portal.url })
  const other = await device.newPage()
  await enterAs(other, buyer)
  await other.goto('/placeorder')
  await expect(other.getByText('PO-LOST')).toBeVisible()
  // What it asks by itself would show it the order before the press does.
  const { promise: isPressed, resolve: goOn } = Promise.withResolvers<null>()
  await device.route('**/api/cart', async (route) => {
    await isPressed
    await route.continue()
  })
  const reconnect = await cutOff(page, true)
  await placeOrder(page).click()
  await expect(page.getByText(doubt)).toBeVisible()
  // It still shows what it loaded before; the press finds that out.
  await other.getByLabel('Verification code').fill('123456')
  await placeOrder(other).click()
  goOn(null)
  await expect(other.getByText(/Your cart was changed in another window/)).toBeVisible()
  await other.goto('/cart')
  await expect(other.getByText('Cart is empty.')).toBeVisible()
  await device.close()
  reconnect()
  await page.waitForURL(/\/order\//)
  expect(await countOrders(portal)).toBe(before + 1)
})

test('offline nothing is sent, and nothing is sent later', async ({ page, portal }) => {
  await enterAs(page, buyer)
  const before = await countOrders(portal)
  await fillCart(page, portal)
  await page.context().setOffline(true)
  await placeOrder(page).click()
  await expect(page.getByText(/You are offline, so nothing was sent/)).toBeVisible()
  await page.context().setOffline(false)
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeEnabled()
  expect(await countOrders(portal)).toBe(before)
})
