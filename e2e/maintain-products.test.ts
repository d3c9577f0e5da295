import type { Page } from '@playwright/test'
import { bearer, expect, overflowOf, enterAs, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import type { RunningPortal } from './portal.ts'

/** Products of this journey alone, as drafts without a price. */
const addDrafts = async (portal: RunningPortal, ...names: string[]) => {
  const headers = { authorization: `Bearer ${await bearer(portal, 'admin@demo.example')}` }
  for (const [at, name] of names.entries()) {
    const created = await fetch(`${portal.url}/api/products`, { method: 'POST', headers })
    const { _id } = (await created.json()) as { _id: string }
    const body = {
      name,
      description: 'Tablets',
      unitOfMeasure: 'BTL',
      category: 'Journeys',
      ndcNumber: `JRN-${name}-${at}`,
    }
    const edited = await fetch(`${portal.url}/api/products/${_id}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, dummyNDC: true, __v: 1 }),
    })
    expect(edited.status).toBe(200)
  }
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('price, stock and publication are changed in their row, and a price far off is asked about', async ({
  page,
  portal,
}) => {
  await addDrafts(portal, 'Tabulol')
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/products?query=tabulol')
  const row = rowOf(page, 'Tabulol')
  await expect(row.getByText('Draft')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)

  await row.getByRole('button', { name: 'change the price of Tabulol' }).click()
  const price = page.getByRole('textbox', { name: 'Price', exact: true })
  await price.fill('1,23')
  await price.press('Enter')
  await expect(page.getByText('Price cannot be read: write it like 1,234.56.')).toBeVisible()
  await price.fill('$12.50')
  expect(await accessibilityFindings(page)).toEqual([])
  await price.press('Enter')
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  await expect(row.getByRole('button', { name: '$12.50, change the price' })).toBeVisible()

  await row.getByRole('button', { name: 'change the price of Tabulol' }).click()
  await price.fill('1250')
  await price.press('Enter')
  await expect(page.getByText('$1,250.00 is more than ten times the price until now, $12.50.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await row.getByRole('button', { name: 'change the stock of Tabulol' }).click()
  await page.getByRole('textbox', { name: 'Count in stock' }).fill('1,200')
  await page.getByRole('textbox', { name: 'Reason' }).fill('Delivery 4711')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row.getByRole('button', { name: '1,200, change the stock' })).toBeVisible()
  await row.getByRole('switch', { name: 'Published: Tabulol' }).click()
  await expect(row.getByText('Draft')).toHaveCount(0)
  await expect(row).toContainText('Nora')
})

test('of two admins in one row the second sees both prices and decides', async ({ page, portal, browser }) => {
  await addDrafts(portal, 'Staleol')
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/products?query=staleol')
  const edit = async (on: Page, to: string) => {
    await on.getByRole('button', { name: 'change the price of Staleol' }).click()
    await on.getByRole('textbox', { name: 'Price', exact: true }).fill(to)
  }
  await edit(page, '7')
  const other = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enterAs(other, 'admin@demo.example')
  await other.goto('/admin/products?query=staleol')
  await edit(other, '8')
  await other.getByRole('textbox', { name: 'Price', exact: true }).press('Enter')
  await expect(other.getByText('Product updated successfully')).toBeVisible()

  await page.getByRole('textbox', { name: 'Price', exact: true }).press('Enter')
  await expect(page.getByText('stored “8.00”, yours “7”')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save my changes' }).click()
  await expect(page.getByRole('button', { name: '$7.00, change the price' })).toBeVisible()
})

test('several are published and deleted at once; what cannot be is listed with its reason', async ({
  page,
  portal,
}) => {
  await addDrafts(portal, 'Severalol One', 'Severalol Two')
  await signIn(page, 'admin@demo.example')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/products?query=severalol')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect(page.getByText('2 selected')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Are you sure to publish?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  const refused = page.getByRole('alert').filter({ hasText: '2 products stay as they were' })
  await expect(refused).toContainText('Severalol One: A price is required before a product is published.')
  expect(await accessibilityFindings(page)).toEqual([])

  await page.getByRole('group', { name: 'With 2 selected' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure to delete?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('2 products deleted')).toBeVisible()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})

test('the filtered list is saved, and its filters are a view', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/products?query=metformin')
  await page.getByRole('button', { name: 'Out of stock' }).click()
  await expect(page).toHaveURL(/stock/)
  await page.getByRole('button', { name: 'Out of stock' }).click()
  for (const format of ['CSV', 'XLSX']) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: format }).click()
    expect((await saved).suggestedFilename()).toBe(`products.${format.toLowerCase()}`)
  }
})
