import { enterAs, expect, signIn, test } from './journey.ts'
import { redPixel } from './red-pixel.ts'

test('others are told that a page is for administrators, and a filter that cannot be read is none', async ({
  page,
}) => {
  await signIn(page, 'buyer@demo.example')
  await page.goto('/admin/orders')
  await expect(page.getByText('That page is for administrators.')).toBeVisible()
  await page.goto('/search?price=abc')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0)
})

test('Escape in the menu gives the focus back to what opened it', async ({ page }) => {
  await page.goto('/search')
  const menu = page.getByRole('button', { name: 'Open menu' })
  await menu.focus()
  await menu.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test('a request for an account carries what it is asked for, and no more', async ({ page }) => {
  await page.goto('/signup')
  for (const name of ['companyName', 'name', 'lastName', 'phone', 'license'])
    await page.locator(`input[name=${name}]`).fill('Small 5')
  await page.locator('input[name=email]').fill('small@faults.example')
  for (const name of ['password', 'confirmPassword'])
    await page.locator(`input[name=${name}]`).fill('a long enough passphrase')
  const sending = page.waitForRequest(/users\/signup$/)
  await page.getByRole('button', { name: 'Request account' }).click()
  const sent = (await sending).postDataJSON() as Record<string, unknown>
  expect(Object.keys(sent).toSorted()).toEqual(
    ['name', 'email', 'password', 'companyName', 'lastName', 'phone', 'license', 'isActive'].toSorted(),
  )
})

test('an admin who would become an incomplete customer is refused in words', async ({ page }) => {
  await signIn(page, 'admin@demo.example')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Admin' }).check()
  await dialog.locator('input[name=name]').fill('Una')
  await dialog.locator('input[name=lastName]').fill('Ticked')
  await dialog.locator('input[name=email]').fill('una@faults.example')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  await page.getByRole('link', { name: 'Una Ticked' }).click()
  await page.getByLabel('Is admin').uncheck()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Complete the user profile before activating.')).toBeVisible()
})

test('what went well is no longer said beside a refusal', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  const listing = await page.request.get('/api/products/search?query=metformin')
  const { products } = (await listing.json()) as { products: { _id: string }[] }
  await page.goto(`/admin/product/${products[0]?._id}`)
  await page.locator('input[type=file]').setInputFiles(redPixel)
  const well = page.getByText('Image uploaded successfully. click Update to apply it')
  await expect(well).toBeVisible()
  await page.getByLabel('Material Description').fill('')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Material Description is required.')).toBeVisible()
  await expect(well).toHaveCount(0)
})
