import type { Page } from '@playwright/test'
import { expect, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import { redPixel } from './red-pixel.ts'
import { searchCustomers } from './search-customers.ts'

const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    await page.getByRole('textbox', { name: label }).first().fill(value)
}

test('an admin creates, fills, publishes, prices and deletes a product', async ({ page, browser, portal }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'New Product' }).click()
  await expect(page.getByText('Are you sure to create?')).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/admin\/product\//)
  await expect(page.getByText('Product created successfully')).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''

  await page.getByLabel('Material Description').fill('')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Material Description is required.')).toBeVisible()
  await expect(page.getByLabel('Material Description')).toBeFocused()
  await fill(page, {
    'Material Description': 'Journeyol 20 mg',
    'NDC number': '99904-1001-01',
    'Base UoM': 'Bottle',
    Price: '19.999',
    'Count in stock': '12',
  })
  await page.getByLabel(/^Description/).fill('Tablets in a bottle.')
  await page.getByRole('combobox', { name: 'Category' }).fill('Cardiovascular')
  await page.getByLabel('Published').check()
  await page.locator('input[type=file]').setInputFiles(redPixel)
  await expect(page.getByText('Image uploaded successfully. click Update to apply it')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  await page.waitForURL(/\/admin\/products/)

  await page.goto(`/admin/productpricing/${id}`)
  await expect(page.getByText('$20.00')).toBeVisible()
  await page.getByRole('button', { name: 'Add a price: Custom prices' }).click()
  await searchCustomers(page, 'buyer@demo.example')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('option').click()
  await page.getByRole('textbox', { name: 'Price' }).fill('15')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('buyer@demo.example')).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  await page.waitForURL(/\/admin\/products/)

  const buyer = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enterAs(buyer, 'buyer@demo.example')
  await buyer.goto('/product/99904-1001-01')
  await expect(buyer.getByText('$15.00')).toBeVisible()
  await expect(buyer.locator('s').getByText('$20.00')).toBeVisible()
  await expect(buyer.getByRole('img', { name: 'Picture of Journeyol 20 mg' })).toHaveJSProperty('complete', true)

  await page.goto('/admin/products?query=journeyol')
  await page.getByRole('button', { name: 'Delete product' }).click()
  await expect(page.getByText('Are you sure to delete?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Product deleted successfully')).toBeVisible()
  await expect(page.getByText('Journeyol 20 mg')).toHaveCount(0)
  await buyer.reload()
  await expect(buyer.getByText('no product')).toBeVisible()
})

test('of two admins the second sees what differs and decides', async ({ page, browser, portal }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/products?query=metformin')
  await page.getByRole('link', { name: 'Edit product' }).first().click()
  await expect(page.getByLabel('Manufacturer', { exact: true })).toBeVisible()
  const other = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enterAs(other, 'admin@demo.example')
  await other.goto(page.url())
  await other.getByLabel('Manufacturer', { exact: true }).fill('First Labs')
  const before = await other.locator('input[name=price]').inputValue()
  const price = (Number(before) + 1).toFixed(2)
  await other.locator('input[name=price]').fill(price)
  await other.getByRole('button', { name: 'Update' }).click()
  await other.waitForURL(/\/admin\/products/)

  await page.getByLabel('Manufacturer', { exact: true }).fill('Second Labs')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('This product was changed meanwhile.')).toBeVisible()
  await expect(page.getByText('stored “First Labs”, yours “Second Labs”')).toBeVisible()
  await expect(page.getByText(`was “${before}”, stays “${price}”`)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save my changes' }).click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Edit product' }).first().click()
  await expect(page.getByLabel('Manufacturer', { exact: true })).toHaveValue('Second Labs')
  await expect(page.locator('input[name=price]')).toHaveValue(price)
})

test('a heart is shown at once, survives a reload and filters; a failure is only logged and taken back', async ({
  page,
}) => {
  await enterAs(page, 'buyer2@demo.example')
  await page.goto('/search?query=lisinopril')
  const heart = page.getByRole('button', { name: 'Favorite' }).first()
  const saved = page.waitForResponse(/addFav/)
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await saved
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('switch', { name: 'My favorites' }).click()
  await expect(page).toHaveURL(/favourites=true/)
  await expect(page.getByText('“lisinopril”')).toBeVisible()

  await page.route('**/api/products/remFav', (route) => route.abort())
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a buyer reviews a product once and edits it', async ({ page }) => {
  await enterAs(page, 'buyer2@demo.example')
  await page.goto('/product/00002-4462-30')
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('button', { name: 'Save review' }).click()
  await expect(page.getByText('Choose one to five stars.')).toBeVisible()
  await page.getByRole('radio', { name: '4 stars' }).check()
  await page.getByLabel('Comment').fill('<b>Good</b>')
  await page.getByRole('button', { name: 'Save review' }).click()
  await expect(page.getByText('<b>Good</b>')).toBeVisible()
  await page.getByRole('button', { name: 'Edit your review' }).click()
  await page.getByRole('radio', { name: '5 stars' }).check()
  await page.getByRole('button', { name: 'Save review' }).click()
  await expect(page.getByText('5.0 of 5, 1 review')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})
