import { expect, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

test('an edited form is not left without a question, and leads back to the list as it was', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/products?query=metformin&pageSize=25')
  await page.getByRole('link', { name: 'Edit product' }).first().click()
  await page.getByLabel('Manufacturer', { exact: true }).fill('Unsaved Labs')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Manufacturer', { exact: true })).toHaveValue('Unsaved Labs')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products\?.*metformin/)
  await expect(question).toHaveCount(0)

  await page.getByRole('link', { name: 'Edit product' }).first().click()
  await page.getByLabel('Manufacturer', { exact: true }).fill('Given up Labs')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/products\?.*metformin/)
})

test('profile and sign-up are not left without a question, by a link or by closing the tab', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('Company Name').fill('Half Typed Pharmacy')
  await page.getByRole('link', { name: 'Sign in' }).last().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/signin/)

  await enterAs(page, 'buyer@demo.example')
  await page.goto('/profile')
  await page.getByRole('textbox', { name: 'Name' }).fill('Somebody Else')
  await page.locator('a[href="/"], a[href="/search"]').first().click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Somebody Else')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
})

test('a number that is no GLN holds the save until its hint was read', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/customers')
  await page.getByRole('textbox', { name: 'Filter by email' }).first().fill('buyer2@demo.example')
  const row = page.getByRole('row').filter({ hasText: 'buyer2@demo.example' })
  await row.locator('a[href^="/admin/customer/"]').first().click()
  await page.getByLabel('Top Level GLN').fill('1234567890123')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(
    page.getByText('Check this number: it is no GLN of 13 digits. Save again if it is meant so.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Customer updated successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/customers/)
})
