import type { Page } from '@playwright/test'
import { callAs } from './call-as.ts'
import { expect, mailedCode } from './journey.ts'
import type { RunningPortal } from './portal.ts'
import { awaitIdle } from './await-idle.ts'

interface Line {
  /** An NDC or item number. */
  code: string
  quantity: number
}

/** Replaces the cart of a user with these lines, like another of their devices. */
export const fillCart = async (portal: RunningPortal, email: string, lines: Line[]): Promise<void> => {
  const { call } = await callAs(portal, email)
  const before = await call<{ lines: { _id: string }[] }>('GET', '/api/cart')
  const checked = await call<{ lines: { products: string[] }[] }>('POST', '/api/quick-order/check', { lines })
  const wanted = checked.lines.map(({ products: [_id] }, at) => ({ _id, quantity: lines[at]?.quantity }))
  const others = before.lines.filter(({ _id }) => !wanted.some((line) => line._id === _id))
  await call('PUT', '/api/cart', { lines: [...others.map(({ _id }) => ({ _id, quantity: 0 })), ...wanted] })
}

/** From the shipping page to the last step. */
export const goToPlaceOrder = async (page: Page, purchaseOrder?: string): Promise<void> => {
  await page.goto('/shipping')
  if (purchaseOrder) await page.getByLabel('Purchase order number').fill(purchaseOrder)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Place Order' })).toBeVisible()
  await awaitIdle(page)
}

/** Requests a code by email and enters it. */
export const enterCode = async (page: Page, portal: RunningPortal, email: string): Promise<void> => {
  const asked = new Date()
  await page.getByRole('button', { name: /^Send (?:a new )?verification code$/ }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(portal, email, asked))
}

export const placeButton = (page: Page) => page.getByRole('button', { name: 'Place Order', exact: true })

/** Confirms the order with a code; resolves when the page of the order is shown. */
export const confirmOrder = async (page: Page, portal: RunningPortal, email: string): Promise<void> => {
  await enterCode(page, portal, email)
  await placeButton(page).click()
  await awaitOrder(page)
}

export const awaitOrder = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: /^Order(?: \d+)?$/ })).toBeVisible()
