import type { Page } from '@playwright/test'
import { demoProducts } from '../demo/products.ts'
import { bearer, emptyCart, enterAs, expect, mailedCode, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import type { RunningPortal } from './portal.ts'

const manager = 'manager@demo.example'
const erpAddress = '00163e7a-11c2-1eef-a0b1-c2d3e4f50617'
const sold = demoProducts().find(
  ({ isPublished, dummyNDC, countInStock, coldStatus }) =>
    isPublished && !dummyNDC && !coldStatus && countInStock > 300,
)

const looksRight = async (page: Page) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    // What the bar at the top covers half counts as too small.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await accessibilityFindings(page)).toEqual([])
  }
}

const idOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { _id: string })._id)

test('a business gets a second address, which an admin verifies, and sees nothing of it before', async ({ page }) => {
  await enterAs(page, manager)
  const id = await idOf(page)
  await page.goto('/profile')
  await expect(page.getByText('Where you are signed in')).toBeVisible()
  await expect(page.getByText('Further ship-to addresses')).toHaveCount(0)

  await enterAs(page, 'admin@demo.example')
  await page.goto(`/admin/customer/${id}`)
  await page.getByRole('button', { name: 'Add an address' }).click()
  const form = page.getByRole('form', { name: 'New ship-to address' })
  await form.getByRole('button', { name: 'Add the address' }).click()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/)
  await form.getByLabel('Name').fill('River Annex')
  await form.getByLabel('Street').fill('2 Dock Road')
  await form.getByLabel('City').fill('Nashua')
  await form.getByRole('textbox', { name: 'State', exact: true }).fill('NH')
  await form.getByLabel('ZIP code').fill('03060')
  await looksRight(page)
  await form.getByRole('button', { name: 'Add the address' }).click()
  await expect(page.getByText('Waits to be verified')).toBeVisible()
  await page.getByRole('button', { name: 'Verify: River Annex' }).click()
  const verifying = page.getByRole('form', { name: 'Verify River Annex' })
  await expect(verifying.getByRole('checkbox', { name: 'NH asks for a license of this place' })).toBeChecked()
  await verifying.getByLabel('Address ID in the ERP').fill(erpAddress)
  await verifying.getByRole('button', { name: 'Verify the address' }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  await enterAs(page, manager)
  await page.goto('/profile')
  await expect(page.getByRole('list', { name: 'Further ship-to addresses' }).getByText('River Annex')).toBeVisible()
  await expect(page.getByText(/no license on record\. Orders to it are held/)).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: 'Remove: River Annex' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Further ship-to addresses')).toHaveCount(0)
})

/** As the page of the journey above does; what takes it away comes back. */
const addVerified = async (portal: RunningPortal, userId: string) => {
  const authorization = `Bearer ${await bearer(portal, 'admin@demo.example')}`
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${portal.url}/api/ship-to/${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as { _id: string }
  }
  const address = {
    name: 'Hill Annex',
    address1: '9 Hill Road',
    city: 'Keene',
    state: 'NH',
    zip: '03431',
    country: 'US',
  }
  const { _id } = await ask('POST', userId, address)
  await ask('PUT', `addresses/${_id}/verification`, { __v: 1, needsLicense: true, erpAddress })
  return () => ask('DELETE', `addresses/${_id}`)
}

test('an order goes to the address that was chosen, and is held without the license its state asks for', async ({
  page,
  portal,
}) => {
  await emptyCart(portal, manager)
  await enterAs(page, manager)
  const remove = await addVerified(portal, await idOf(page))
  await page.goto('/quickorder')
  await page.getByLabel('Or paste lines').fill(`${sold?.ndcNumber}, 1`)
  await page.getByRole('button', { name: 'Check lines' }).click()
  await page.getByRole('button', { name: /^Add 1 good line/ }).click()
  await page.goto('/shipping')
  await page.getByRole('radio', { name: /^Hill Annex: 9 Hill Road, Keene, NH 03431/ }).check()
  await expect(page.getByText('An order to this address will be held')).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/placeorder/)
  await expect(page.getByRole('radio', { name: /^Hill Annex/ })).toBeChecked()
  await looksRight(page)
  const asked = new Date()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await page.getByLabel('Verification code').fill(await mailedCode(portal, manager, asked))
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.waitForURL(/\/order\//)
  await expect(page.getByText('9 Hill Road')).toBeVisible()
  await expect(page.getByText(/The ship-to address has no license on record/).first()).toBeVisible()
  await remove()
})
