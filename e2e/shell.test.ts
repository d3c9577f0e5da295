import { emptyCart, expect, overflowOf, enterAs, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

test('the pages of a role are in sight, and the menu says for whom somebody orders', async ({ page }) => {
  await signIn(page, 'buyer@demo.example')
  const pages = page.getByRole('navigation', { name: 'Portal pages' })
  await expect(pages.getByRole('link')).toHaveText([
    'User Dashboard',
    'Product Catalog',
    'Quick Order',
    'Order Guides',
    'Orders',
    'Invoices',
  ])
  await pages.getByRole('link', { name: 'Orders' }).click()
  await expect(page).toHaveURL(/\/orderhistory/)
  await expect(pages.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: /^Hello, / }).click()
  await expect(page.getByText(/^Account \d/)).toBeVisible()
  await expect(page.getByText(/^Ships to .+, [A-Z]{2}$/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 800, height: 900 })
  await expect(pages).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Quick Order' })).toBeVisible()
})

test('an admin has what fits in sight, and the rest in the menu', async ({ page }) => {
  await signIn(page, 'admin@demo.example')
  const pages = page.getByRole('navigation', { name: 'Portal pages' })
  await expect(pages.getByRole('link', { name: 'Audit Trail' })).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(pages.getByRole('link', { name: 'Product Maintenance' })).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Audit Trail' })).toBeHidden()
  expect(await overflowOf(page)).toBe(0)
})

test('keys: a question mark shows them, and a slash searches from a quantity too', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/search?query=lisinopril')
  await expect(page).toHaveTitle(/^lisinopril · /)
  const quantity = page.getByRole('main').getByRole('spinbutton').first()
  await quantity.focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search Products' })).toBeFocused()
  await quantity.focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('add it and go on to the next row')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(quantity).toBeFocused()
})

test('the focus never falls to the body: a sent code leads to its field, what goes leaves its place', async ({
  page,
  portal,
}) => {
  await emptyCart(portal, 'buyer@demo.example')
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/search?query=lisinopril')
  const adds = page.getByRole('button', { name: 'Add to cart' })
  for (const at of [0, 1]) await adds.nth(at).click()
  await page.goto('/cart')
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .press('Enter')
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page
    .getByRole('link', { name: 'Proceed to Checkout' })
    .or(page.getByRole('button', { name: 'Proceed to Checkout' }))
    .click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Send verification code' }).press('Enter')
  await expect(page.getByLabel('Verification code')).toBeFocused()
})

test('on a telephone the bar alone stays, and the search is a touch away', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/search')
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
  await page.mouse.wheel(0, 2_000)
  const search = page.getByRole('combobox', { name: 'Search Products' })
  await expect(search).not.toBeInViewport()
  await page.getByRole('button', { name: 'Go to the search' }).click()
  await expect(search).toBeFocused()
  await expect(search).toBeInViewport()
  expect(await accessibilityFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
})
