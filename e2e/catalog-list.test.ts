import type { Page } from '@playwright/test'
import { demoProducts } from '../demo/products.ts'
import { callAs } from './call-as.ts'
import { fillCart } from './checkout.ts'
import { enterAs, expect, mailsTo, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { awaitPictures } from './await-idle.ts'
import { pressKey } from './press-key.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Products' }).locator('tbody tr')
const quantities = (page: Page) => page.getByRole('spinbutton', { name: /^Quantity of / })

const openList = async (page: Page, address = '/search') => {
  await page.goto(address)
  await expect(rows(page).first()).toBeVisible()
  await awaitPictures(page)
}

test('a buyer sees a dense list, orders down it with Enter only, and the view they choose is saved', async ({
  page,
  portal,
}) => {
  const buyer = 'buyer2@demo.example'
  await fillCart(portal, buyer, [])
  await enterAs(page, buyer)
  await openList(page, '/search?category=Cardiovascular&viewCount=24')
  // Most rows have a line of name and a line of facts. A sold-out row is taller once its equivalents have loaded.
  const plain = await rows(page)
    .filter({ has: page.getByRole('spinbutton') })
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(plain.length).toBeGreaterThanOrEqual(16)
  expect(plain.toSorted((a, b) => a - b)[Math.floor(plain.length / 2)]).toBeLessThanOrEqual(49)
  expect(Math.max(...plain)).toBeLessThanOrEqual(66)

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
  await quantities(page).nth(3).fill('9,999')
  await pressKey(quantities(page).nth(3), 'Enter')
  await expect(page.getByText('Sorry. Product is out of stock')).toBeVisible()
  await expect(quantities(page).nth(3)).toBeFocused()

  await page.getByRole('button', { name: 'Tiles', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Products' })).toHaveCount(0)
  await expect(page.getByText('In cart: 3')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Tiles', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await quantities(page).first().fill('4')
  await pressKey(quantities(page).first(), 'Enter')
  await expect(page.getByText('In cart: 6')).toBeVisible()
})

test('a visitor reads what the portal is for and how to get an account; a buyer does not', async ({ page }) => {
  await page.goto('/')
  const welcome = page.getByText(/^Ordering for licensed pharmacies, clinics and hospitals\./)
  await expect(welcome).toBeVisible()
  await welcome.getByRole('link', { name: 'Request an account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Request an account' })).toBeVisible()
  await page.goto('/search?query=metformin')
  await expect(page.getByRole('heading', { level: 1, name: 'Product Catalog' })).toBeVisible()
  await expect(welcome).toHaveCount(0)
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/search')
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
  await expect(welcome).toHaveCount(0)
})

test('a tablet shows 12 whole rows with the filters in a drawer, and rows name the drug before pack and maker', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await enterAs(page, 'buyer2@demo.example')
  await openList(page, '/search?viewCount=24')
  const areWhole = await rows(page).evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().bottom <= innerHeight),
  )
  expect(areWhole.filter(Boolean).length).toBeGreaterThanOrEqual(12)
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Filters' })).toHaveCount(0)
  expect(await accessibilityFindings(page)).toEqual([])

  await openList(page, '/search?query=lisinopril')
  const row = rows(page).filter({ hasText: 'Lisinopril 2.5 mg Tablet' }).filter({ hasText: 'Actavis Pharma' }).first()
  const name = /^Lisinopril 2\.5 mg Tablet ?, 100 ct bottle \(Actavis\)$/
  await expect(row.getByRole('link', { name })).toBeVisible()
  await expect(row.locator('b')).toHaveText('2.5 mg')
  await expect(row.getByRole('cell', { name: '100 ct bottle', exact: true })).toBeVisible()
  await expect(row.getByText('Actavis Pharma, Inc')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Add to cart', exact: true })).toHaveAccessibleDescription(name)
})

test('on a phone, a visitor starts with tiles, and the list does not scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/search')
  await expect(page.getByRole('button', { name: 'Tiles', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(rows(page).first()).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page, 'all but contrast')).toEqual([])
})

test('lists and tiles offer an equivalent for a sold-out product until an admin turns that off for the business', async ({
  page,
  browser,
  portal,
}) => {
  const buyer = 'susan@prairie-wind-clinic.example'
  await fillCart(portal, buyer, [])
  await enterAs(page, buyer)
  await openList(page, '/search?query=rosuvastatin+10+mg')
  const offer = page.getByRole('list', { name: /^Alternatives to Rosuvastatin/ }).first()
  const takeFirst = () =>
    offer
      .getByRole('button', { name: /^Add this instead: / })
      .first()
      .click()
  await expect(offer).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Tiles', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Products' })).toHaveCount(0)
  await expect(offer).toBeVisible()
  await page.setViewportSize({ width: 390, height: 900 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await takeFirst()
  await expect(page.getByRole('link', { name: /^Cart.*1/ })).toBeVisible()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(rows(page).first()).toBeVisible()
  await takeFirst()
  await expect(page.getByRole('link', { name: /^Cart.*2/ })).toBeVisible()

  const { _id } = await callAs(portal, buyer)
  const context = await browser.newContext({ baseURL: portal.url })
  const office = await context.newPage()
  await enterAs(office, 'admin@demo.example')
  await openList(office)
  const first = rows(office).first()
  await expect(first.getByRole('link', { name: 'Edit product' })).toBeVisible()
  await expect(first.getByRole('link', { name: 'Manage pricing' })).toBeVisible()
  await expect(first.getByRole('button', { name: 'Delete product' })).toBeVisible()
  await office.goto(`/admin/customer/${_id}?tab=ordering`)
  const equivalents = office.getByRole('form', { name: 'Equivalents' })
  await equivalents.getByLabel('Reason to turn off equivalents').fill('The formulary names the maker')
  await equivalents.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(office.getByText('Equivalents are no longer offered')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Your business turned off equivalents: The formulary names the maker')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await equivalents.getByLabel('Reason to turn off equivalents').fill('')
  await equivalents.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(office.getByText('Equivalents are offered again', { exact: true })).toBeVisible()
})

const soldOut = demoProducts()
  .filter(({ isPublished, countInStock, isNonStocked }) => isPublished && countInStock === 0 && !isNonStocked)
  .at(-1)

test('a buyer on the waiting list of a sold-out product sees it everywhere, gets an email when it is back, and leaves the list', async ({
  page,
  portal,
}) => {
  const buyer = 'hannah@rainier-pediatrics.example'
  await enterAs(page, buyer)
  await page.goto(`/search?query=${soldOut?.ndcNumber}`)
  const mark = page.getByRole('button', { name: /^Notify me: / })
  await expect(mark).toHaveAttribute('aria-pressed', 'false')
  await mark.click()
  await expect(mark).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText(/^We’ll email you when it is in stock, until /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeDisabled()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Turn off the notification', exact: true }).click()
  await page.getByLabel('Quantity', { exact: true }).first().fill('24')
  await page.getByRole('button', { name: 'Notify me when 24 are in stock' }).click()
  await expect(page.getByText(/^We’ll email you when 24 are in stock, until /)).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText(/^24 wanted · 0 in stock · until /)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  const { call } = await callAs(portal, 'admin@demo.example')
  const { _id, name } = await call<{ _id: string; name: string }>('GET', `/api/products/slug/${soldOut?.ndcNumber}`)
  await call('POST', `/api/products/${_id}/stock`, { quantity: 24, reason: 'Delivery' })
  const subjects = async () => (await mailsTo(portal, buyer)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain(`Back in stock: ${name}`)

  await page.reload()
  await page.getByRole('button', { name: `Turn off: ${name}`, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Stock notifications' })).toBeHidden()
})
