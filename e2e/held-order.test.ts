import { expect, mailedCode, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

test('an order of a business whose license has expired waits until an admin sends it, with a reason', async ({
  page,
  browser,
  portal,
}) => {
  const email = 'walter@laurel-gap-pharmacy.example'
  await enterAs(page, email)
  await page.goto('/search?query=metformin')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
  for (const path of ['/cart', '/shipping']) {
    await page.goto(path)
    await expect(page.getByRole('alert').getByText('Your license has ended')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/placeorder/)
  const asked = new Date()
  await expect(page.getByRole('alert').getByText('Your license has ended')).toBeVisible()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(portal, email, asked))
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.waitForURL(/\/order\//)
  await expect(page.getByText(/It waits for the license to be renewed/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Release order' })).toHaveCount(0)
  const order = new URL(page.url()).pathname
  await page.goto('/orderhistory')
  await expect(page.getByText('On hold').first()).toBeVisible()
  await expect(page.getByText(/The license has expired. It waits for the license/).first()).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  const context = await browser.newContext({ baseURL: portal.url })
  const admin = await context.newPage()
  await enterAs(admin, 'admin@demo.example')
  await admin.goto('/admin/orders')
  await expect(admin.getByText(/The license has expired. Renew the license, or release/).first()).toBeVisible()
  await admin.goto(order)
  await expect(admin.getByRole('button', { name: 'Release order' })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
  await admin.getByRole('button', { name: 'Release order' }).click()
  await admin.getByRole('button', { name: 'Send to the ERP' }).click()
  await expect(admin.getByText('The reason is required.')).toBeVisible()
  expect(await accessibilityFindings(admin)).toEqual([])
  await admin.getByLabel('Reason').fill('Renewal seen on the state board’s page')
  await admin.getByRole('button', { name: 'Send to the ERP' }).click()
  await expect(admin.getByText(/Your order number is \d+/)).toBeVisible()
  await context.close()
})
