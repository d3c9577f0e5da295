import type { Page } from '@playwright/test'
import { expect, overflowOf, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Products' }).locator('tbody tr')
const quantities = (page: Page) => page.getByRole('spinbutton', { name: /^Quantity of / })

const openList = async (page: Page, address = '/search') => {
  await page.goto(address)
  await expect(rows(page).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test('whoever is signed in sees a dense list and orders down it by Enter alone', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, 'buyer2@demo.example')
  await openList(page)
  const visible = await rows(page).evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  )
  expect(visible).toBeGreaterThanOrEqual(16)
  expect(await accessibilityFindings(page)).toEqual([])

  await quantities(page).first().focus()
  for (const pieces of [2, 3, 1]) {
    await page.keyboard.type(String(pieces))
    await page.keyboard.press('Enter')
  }
  await expect(quantities(page).nth(3)).toBeFocused()
  const ordered = rows(page).filter({ hasText: 'In cart: ' })
  await expect(ordered).toHaveText([/In cart: 2/, /In cart: 3/, /In cart: 1/])
  await expect(quantities(page).first()).toHaveValue('1')
  await expect(page.getByRole('link', { name: /Cart.*6/ })).toBeVisible()

  await page.getByRole('button', { name: 'Tiles' }).click()
  await expect(page.getByRole('table', { name: 'Products' })).toHaveCount(0)
  await expect(page.getByText('In cart: 3')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Tiles' })).toHaveAttribute('aria-pressed', 'true')
  await quantities(page).first().fill('4')
  await quantities(page).first().press('Enter')
  await expect(page.getByText('In cart: 6')).toBeVisible()
})

test('what cannot be had keeps its row, and says so', async ({ page }) => {
  await enterAs(page, 'buyer2@demo.example')
  await openList(page)
  const row = rows(page)
    .filter({ has: page.getByRole('button', { name: 'Add to cart' }) })
    .first()
  await row.getByRole('spinbutton').fill('9,999')
  await row.getByRole('spinbutton').press('Enter')
  await expect(page.getByText('Sorry. Product is out of stock')).toBeVisible()
  await expect(row.getByRole('spinbutton')).toBeFocused()
})

test('on a phone the rows are compact and nothing scrolls sideways; visitors begin with tiles', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/search')
  await expect(page.getByRole('button', { name: 'Tiles' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.getByRole('button', { name: 'List' }).click()
  await expect(rows(page).first()).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }
})

test('admins have their tools on every row', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await openList(page, '/search')
  const first = rows(page).first()
  await expect(first.getByRole('link', { name: 'Edit product' })).toBeVisible()
  await expect(first.getByRole('link', { name: 'Manage pricing' })).toBeVisible()
  await expect(first.getByRole('button', { name: 'Delete product' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})

test('in place of what is sold out the same drug is offered, and a business can refuse that', async ({
  page,
  browser,
}) => {
  await enterAs(page, 'buyer2@demo.example')
  await openList(page, '/search?query=rosuvastatin+10+mg')
  const offer = page.getByRole('list', { name: /^In place of Rosuvastatin/ }).first()
  await expect(offer).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await offer
    .getByRole('button', { name: /^Take this instead: / })
    .first()
    .click()
  await expect(page.getByText('Product added to the cart')).toBeVisible()

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const office = await context.newPage()
  await enterAs(office, 'admin@demo.example')
  await office.goto('/admin/customers?query=%7B%22email%22%3A%22buyer2%40demo.example%22%7D')
  await expect(office.getByText('buyer2@demo.example')).toBeVisible()
  await office.locator('tbody').getByRole('link').first().click()
  const reason = office.getByLabel('Reason not to offer equivalents')
  await reason.fill('The formulary names the maker')
  await office.getByRole('form', { name: 'Equivalents' }).getByRole('button', { name: 'Save' }).click()
  await expect(office.getByText('Equivalents are not offered any more')).toBeVisible()
  expect(await accessibilityFindings(office)).toEqual([])

  await page.reload()
  await expect(
    page.getByText('Your business wants no equivalents offered: The formulary names the maker'),
  ).toBeVisible()
  await expect(offer).toHaveCount(0)
  await reason.fill('')
  await office.getByRole('form', { name: 'Equivalents' }).getByRole('button', { name: 'Save' }).click()
  await expect(office.getByText('Equivalents are offered', { exact: true })).toBeVisible()
  await context.close()
})
