import type { Page } from '@playwright/test'
import { awaitOrder, enterCode, fillCart, goToPlaceOrder, placeButton } from './checkout.ts'
import { bearer, enterAs, expect, mailedCode, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { plainProduct } from './orders.ts'
import type { RunningPortal } from './portal.ts'
import { awaitIdle } from './await-idle.ts'

const doubt = 'Your order may have been placed: checking…'
const voided = /was not placed. Check your cart/

const countOrders = async (portal: RunningPortal, buyer: string): Promise<number> => {
  const answer = await fetch(`${portal.url}/api/orders/mineSAPLocal/${buyer}`, {
    headers: { authorization: `Bearer ${await bearer(portal, buyer)}` },
  })
  return Number(answer.headers.get('x-total-count'))
}

/** Up to entering the code in the last step; returns how many orders the buyer had. */
const prepareOrder = async (page: Page, portal: RunningPortal, buyer: string): Promise<number> => {
  await fillCart(portal, buyer, [{ code: plainProduct?.ndcNumber ?? '', quantity: 1 }])
  await enterAs(page, buyer)
  await goToPlaceOrder(page, 'PO-LOST')
  return countOrders(portal, buyer)
}

/**
 * The order arrives, but its answer is lost, and the page's requests for it stay unanswered until the returned function
 * is called. Removing the route would leave a request in flight unanswered.
 */
const cutOff = async (page: Page): Promise<() => void> => {
  let isCut = true
  await page.context().route('**/api/orders', async (route) => {
    if (!isCut) return route.continue()
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await page.context().route('**/api/orders/settle', (route) => (isCut ? route.abort() : route.continue()))
  return () => void (isCut = false)
}

test('an order whose answer was lost is found after a reload and in a new tab, and is placed once', async ({
  page,
  portal,
}) => {
  const buyer = 'buyer2@demo.example'
  const before = await prepareOrder(page, portal, buyer)
  await enterCode(page, portal, buyer)
  const reconnect = await cutOff(page)
  await placeButton(page).click()
  await expect(page.getByText(doubt)).toBeVisible()
  await expect(placeButton(page)).toBeDisabled()
  await page.reload()
  await expect(page.getByText(doubt)).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto('/cart')
  await expect(tab.getByText(doubt)).toBeVisible()
  await page.close()
  reconnect()
  await expect(tab.getByText('Your order was placed.')).toBeVisible()
  await expect(tab.getByText('Cart is empty.')).toBeVisible()
  await tab.getByRole('link', { name: 'View order' }).click()
  await expect(tab.getByText(/Your order number is \d+/)).toBeVisible()
  expect(await countOrders(portal, buyer)).toBe(before + 1)
})

test('an order that never arrived is void and can be placed again, even if the first check stays unanswered', async ({
  page,
  portal,
}) => {
  const buyer = 'hannah@rainier-pediatrics.example'
  const before = await prepareOrder(page, portal, buyer)
  await enterCode(page, portal, buyer)
  await page.route('**/api/orders', (route) => route.abort(), { times: 1 })
  await page.route('**/api/orders/settle', () => {}, { times: 1 })
  const asking = page.waitForRequest('**/api/orders/settle')
  await placeButton(page).click()
  await asking
  await expect(page.getByText(doubt)).toBeVisible()
  await expect(page.getByText(voided)).toBeVisible()
  await expect(page.getByText('PO-LOST')).toBeVisible()
  await placeButton(page).click()
  await awaitOrder(page)
  expect(await countOrders(portal, buyer)).toBe(before + 1)
})

test('another device shows the cart as ordered while the first one is still cut off', async ({
  page,
  browser,
  portal,
}) => {
  const buyer = 'susan@prairie-wind-clinic.example'
  const before = await prepareOrder(page, portal, buyer)
  await enterCode(page, portal, buyer)
  const device = await browser.newContext({ baseURL: portal.url })
  const other = await device.newPage()
  await enterAs(other, buyer)
  await other.goto('/placeorder')
  await expect(other.getByText('PO-LOST')).toBeVisible()
  await awaitIdle(other)
  // Its automatic refresh would show the order before the press does.
  const { promise: isPressed, resolve: goOn } = Promise.withResolvers<null>()
  await device.route('**/api/cart', async (route) => {
    await isPressed
    await route.continue()
  })
  const reconnect = await cutOff(page)
  await placeButton(page).click()
  await expect(page.getByText(doubt)).toBeVisible()
  // It still shows the old data; the press finds that out.
  await other.getByLabel('Verification code').fill('123456')
  await placeButton(other).click()
  goOn(null)
  await expect(other.getByText(/Your cart was changed in another window/)).toBeVisible()
  await other.goto('/cart')
  await expect(other.getByText('Cart is empty.')).toBeVisible()
  await device.close()
  reconnect()
  await awaitOrder(page)
  expect(await countOrders(portal, buyer)).toBe(before + 1)
})

test('a code that has not been sent yet says so, and what else to do, visibly and to screen readers', async ({
  page,
  portal,
}) => {
  const buyer = 'james@riverbend-pharmacy.example'
  await prepareOrder(page, portal, buyer)
  // The portal's answer while the mail server is unavailable.
  await page.route('**/api/orders/sendOTP/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), isLate: true } })
  })
  const field = page.getByLabel('Verification code')
  await page.getByRole('button', { name: 'Send verification code', exact: true }).click()
  const said = page.getByRole('status').filter({ hasText: 'Your code is delayed.' })
  await expect(said).toBeVisible()
  await expect(said.getByRole('link')).toHaveAttribute('href', /^tel:\+?\d+$/)
  await expect(field).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
})

test('a code typed before the answer says it was sent is kept, and nothing is sent offline or later', async ({
  page,
  portal,
}) => {
  const buyer = 'james@riverbend-pharmacy.example'
  const before = await prepareOrder(page, portal, buyer)
  const { promise: isTyped, resolve: goOn } = Promise.withResolvers<null>()
  await page.route('**/api/orders/sendOTP/*', async (route) => {
    const response = await route.fetch()
    await isTyped
    await route.fulfill({ response })
  })
  const asked = new Date()
  await page.getByRole('button', { name: 'Send verification code', exact: true }).click()
  const code = await mailedCode(portal, buyer, asked)
  const field = page.getByLabel('Verification code')
  await field.fill(code)
  goOn(null)
  await expect(page.getByText(/^We sent a code to/)).toBeVisible()
  await expect(field).toHaveValue(code)

  await page.context().setOffline(true)
  await placeButton(page).click()
  await expect(page.getByText(/You are offline, so nothing was sent/)).toBeVisible()
  await page.context().setOffline(false)
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: 'Proceed to Checkout', exact: true })).toBeEnabled()
  expect(await countOrders(portal, buyer)).toBe(before)
})
