import type { Page } from '@playwright/test'
import { callAs } from './call-as.ts'
import { enterAs, expect, test } from './journey.ts'
import { adminEmail, buyerEmail, findAdminsPlaces } from './screens.ts'
import { watchRequests } from './watch-requests.ts'

const twoScreens = 1_800

const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight)

test('each tab of a customer, a product and a user is at most two screens high', async ({ page, portal }) => {
  const { product, user, rep } = await findAdminsPlaces(portal)
  const { _id: customer } = await callAs(portal, buyerEmail)
  const record = `/admin/customer/${customer}`
  const tabs = ['overview', 'people', 'orders', 'invoices', 'ordering', 'signin'].map((tab) => `${record}?tab=${tab}`)
  const paths = [
    record,
    ...tabs,
    `/admin/customerprices/${customer}`,
    `/admin/product/${product._id}`,
    `/admin/productpricing/${product._id}`,
    `/admin/limits/${product._id}`,
    `/admin/user/${user._id}`,
    `/admin/salesrep/${rep._id}`,
  ]
  const { call } = await callAs(portal, adminEmail)
  for (let count = 0; count < 6; count += 1)
    await call('POST', `/api/products/${product._id}/stock`, { quantity: 1, reason: 'Counted' })
  await enterAs(page, adminEmail)
  await page.setViewportSize({ width: 1440, height: 900 })
  const allAnswered = watchRequests(page)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await allAnswered()
    expect.soft(await heightOf(page), `height of ${path}`).toBeLessThanOrEqual(twoScreens)
  }

  await page.goto(`/admin/product/${product._id}`)
  const movements = page.getByRole('table', { name: 'Stock movements' }).getByRole('row')
  await expect(movements).toHaveCount(6)
  expect.soft(await heightOf(page), 'height of a product with movements').toBeLessThanOrEqual(twoScreens)
  await page.getByRole('button', { name: /^Show \d+ movements$/ }).click()
  await expect(movements.nth(6)).toBeVisible()

  await page.goto(`${record}?tab=overview`)
  await expect(page.getByRole('table', { name: 'Orders', exact: true }).getByRole('row')).toHaveCount(6)
  await expect(page.getByRole('heading', { name: 'Open invoices' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
})
