import { accessibilityFindings } from './check-page.ts'
import { confirmOrder, enterCode, fillCart, goToPlaceOrder, placeButton } from './checkout.ts'
import { customerPage } from './customers.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { plainProduct } from './orders.ts'

test.use({ settings: { REQUIRE_LICENSE: '1' } })

const buyer = 'olivia@lakeshore-drugs.example'
const lines = [{ code: plainProduct?.ndcNumber ?? '', quantity: 1 }]

test('an officer suspends a license, whose orders wait and are refused until only verifying it releases them', async ({
  page,
  browser,
  portal,
}) => {
  await fillCart(portal, buyer, lines)
  await enterAs(page, buyer)
  await goToPlaceOrder(page)
  await confirmOrder(page, portal, buyer)
  await expect(page.getByText(/is not verified yet/).first()).toBeVisible()
  const held = page.url()

  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 390, height: 844 } })
  const office = await context.newPage()
  await enterAs(office, 'admin@demo.example')
  await office.goto(`${await customerPage(portal, buyer)}?tab=ordering`)
  const list = office.getByRole('list', { name: 'Licenses and registrations' })
  const license = list.getByRole('listitem').filter({ hasText: 'State license' })
  await license.getByRole('button', { name: /^Suspend/ }).click()
  const dialog = office.getByRole('dialog', { name: /^Suspend/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Board order of today')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(license.getByText('Suspended', { exact: true })).toBeVisible()

  await page.goto(held)
  await expect(page.getByText(/is suspended/).first()).toBeVisible()
  await fillCart(portal, buyer, lines)
  await goToPlaceOrder(page)
  await enterCode(page, portal, buyer)
  await placeButton(page).click()
  const refused = page.getByRole('dialog', { name: 'Your order was not placed' })
  await expect(refused.getByText(/is suspended/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  for (const width of [1440, 390]) {
    await office.setViewportSize({ width, height: 844 })
    await office.goto('/admin/licenses?only=suspended')
    await expect(
      office.getByRole('table', { name: 'Licenses' }).getByText('Board order of today').first(),
    ).toBeAttached()
    expect(await overflowOf(office)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(office)).toEqual([])
  }
  await office.getByRole('link', { name: 'Lakeshore Drugs' }).click()
  await license.getByRole('button', { name: /^Verify/ }).click()
  const verifying = office.getByRole('form', { name: /^Verify/ })
  await verifying.getByRole('textbox', { name: 'Source' }).fill('License search of the board')
  await verifying.getByRole('button', { name: 'Verify license' }).click()
  await expect(license.getByText('Verified', { exact: true })).toBeVisible()
  await page.goto(held)
  await expect(page.getByText(/is suspended|is not verified/)).toHaveCount(0)
})
