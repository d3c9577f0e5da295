import type { Page } from '@playwright/test'
import { accessibilityFindings } from './check-page.ts'
import { readNow } from './books.ts'
import { brokenRows } from './broken-values.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import type { Screen } from './check-screens.ts'
import {
  buyerScreens,
  customerAndOrderScreens,
  findAdminsPlaces,
  findBuyersPlaces,
  managerEmail,
  managerScreens,
  productScreens,
  requestApproval,
  settingScreens,
} from './screens.ts'
import { watchRequests } from './watch-requests.ts'

const buyer = 'buyer@demo.example'
const admin = 'admin@demo.example'

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.locator('main table').first()).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('main tbody tr').filter({ hasText: /\w/ }).first()).toBeVisible()
}

test('on a phone, fifty orders or invoices fit in 4,000 pixels, rows open by a tap, and tools and selection stay in reach', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, buyer)
  for (const [path, opened] of [
    ['/orderhistory', /\/order\//],
    ['/MyInvoices', /\/viewInvoice\//],
  ] as const) {
    await open(page, path)
    await expect(rows(page)).toHaveCount(50)
    const first = await rows(page).first().boundingBox()
    expect(first?.y ?? Infinity, path).toBeLessThan(844 / 2)
    expect(first?.height ?? Infinity, path).toBeLessThanOrEqual(72)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(4_000)
    await page.getByRole('button', { name: 'Views, columns and files' }).click()
    for (const name of ['Views', 'Columns', 'CSV'])
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
    for (const box of await page.getByRole('main').getByRole('checkbox').all())
      expect((await box.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(24)
    await rows(page)
      .nth(1)
      .click({ position: { x: 150, y: 55 } })
    await expect(page).toHaveURL(opened)
  }
})

test('at 1024 px, status and money are in sight, and several parcels open to a link each', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await enterAs(page, admin)
  for (const [path, titles] of [
    ['/admin/orders', ['Status', 'Total (USD)']],
    ['/admin/invoices', ['Total net amount', 'Due', 'Payment']],
    ['/admin/products', ['Stock', 'Published', 'Storage']],
  ] as const) {
    await open(page, path)
    const actions = await page.getByRole('columnheader', { name: 'Actions' }).boundingBox()
    for (const name of titles) {
      const box = await page.getByRole('columnheader', { name, exact: true }).boundingBox()
      expect((box?.x ?? Infinity) + (box?.width ?? 0), `${name} of ${path}`).toBeLessThanOrEqual((actions?.x ?? 0) + 1)
    }
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await open(page, '/admin/orders')
  expect((await rows(page).first().boundingBox())?.y ?? Infinity).toBeLessThanOrEqual(400)
  const several = rows(page).filter({ has: page.getByRole('button', { name: /^\d+ parcels$/ }) })
  const count = Number.parseInt(await several.first().getByRole('button').first().innerText(), 10)
  await several.first().getByRole('button').first().click()
  await expect(several.first().getByRole('link', { name: /, track at / })).toHaveCount(count)
})

/** Their rows are no lists: products with several lines of facts, and charts. */
const hasOtherRows = /^\/(?:admin\/dashboard|order\/|orderguides\/|search)/

/** Continues after a finding, to list all of them. */
const checkRows = async (page: Page, screens: readonly Screen[]) => {
  const allAnswered = watchRequests(page)
  for (const { path, shows } of screens.filter(({ path }) => !hasOtherRows.test(path))) {
    await page.goto(path)
    await expect(page.getByText(shows).filter({ visible: true }).first(), path).toBeVisible()
    await allAnswered()
    if ((await page.locator('main table').count()) === 0) continue
    for (const width of [1024, 1280, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 768 })
      expect.soft(await brokenRows(page), `${path} at ${width} px`).toEqual([])
      expect.soft(await overflowOf(page), `pixels beyond the window at ${width} px: ${path}`).toBeLessThanOrEqual(0)
    }
  }
}

const rowsAreWhole = 'numbers, amounts, dates, emails and carriers stay on one line and rows are at most 76 px high'

test(`in lists of buyers, reps and managers, ${rowsAreWhole}`, async ({ page, portal }) => {
  await enterAs(page, buyer)
  await checkRows(page, buyerScreens(await findBuyersPlaces(portal)))
  await enterAs(page, managerEmail)
  await checkRows(page, managerScreens(await requestApproval(portal)))
  await enterAs(page, 'rep@demo.example')
  await checkRows(page, [
    { path: '/user-dashboard', shows: 'Customer' },
    { path: '/orderhistory', shows: /results/ },
  ])
})

test(`in lists of admins, ${rowsAreWhole}`, async ({ page, portal }) => {
  await enterAs(page, admin)
  const places = await findAdminsPlaces(portal)
  const screens = [customerAndOrderScreens, productScreens, settingScreens].flatMap((screensOf) => screensOf(places))
  await checkRows(page, screens)
})

test('at 1366 x 768, the first row of invoices, orders and products is at most 330 px down', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  for (const [email, paths] of [
    [buyer, ['/MyInvoices', '/orderhistory']],
    [admin, ['/admin/invoices', '/admin/orders', '/admin/products', '/admin/customers']],
  ] as const) {
    await enterAs(page, email)
    for (const path of paths) {
      await open(page, path)
      expect((await rows(page).first().boundingBox())?.y ?? Infinity, path).toBeLessThanOrEqual(330)
    }
  }
})

test('invoices have one search field, and a button with the other filters and how many are set', async ({ page }) => {
  await enterAs(page, buyer)
  await open(page, '/MyInvoices')
  const main = page.getByRole('main')
  await expect(main.getByRole('textbox')).toHaveCount(1)
  expect(await main.getByRole('paragraph').filter({ hasText: /as of/i }).count()).toBeLessThanOrEqual(1)
  await main.getByRole('button', { name: 'Filters', exact: true }).click()
  const filters = main.getByRole('group', { name: 'More filters' })
  for (const name of ['Account', 'Invoice ID', 'Ship via', 'Tracking number', 'Total', 'Release status'])
    await expect(filters.getByLabel(`Filter by ${name}`)).toBeVisible()
  await filters.getByLabel('Filter by Ship via').fill('fedex')
  await filters.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(main.getByRole('button', { name: 'Filters (1)', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/fedex/)
  await main.getByRole('button', { name: 'Filters (1)', exact: true }).click()
  await filters.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(main.getByRole('button', { name: 'Filters', exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/fedex/)
})

test('the page to pay invoices, opened without any, names the open amount and links to those invoices', async ({
  page,
  portal,
}) => {
  await readNow(portal, 'invoices', 'openItems')
  await enterAs(page, buyer)
  await page.goto('/payInvoices')
  const open = page.getByText(/^You have \$[\d,]+\.\d\d open on \d+ invoices?\./)
  await expect(open).toBeVisible()
  const count = Number(/on (\d+) invoice/.exec(await open.innerText())?.[1])
  await page.getByRole('link', { name: 'View open invoices' }).click()
  await expect(page).toHaveURL(/\/MyInvoices\?.*owed/)
  await expect(rows(page)).toHaveCount(count)
})

/** Controls of the page that paper would show. Buttons in the head of a table are its titles. */
const printedControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(input, select, textarea, button, [role="button"])')]
      .filter((control) => !control.closest('th') && control.getBoundingClientRect().width > 0)
      .map((control) => control.ariaLabel ?? control.textContent ?? ''),
  )

test('lists print their columns with all numbers, dates and amounts, and no controls', async ({ page }) => {
  const own = ['Invoice ID', 'Date', 'Total net amount', 'Due', 'Payment', 'Release status', 'Tracking number']
  const orders = ['ID', 'Ordered date', 'Total (USD)', 'Purchase order', 'Status', 'Tracking number']
  const lists: [email: string, path: string, titles: string[]][] = [
    [buyer, '/MyInvoices', own],
    [buyer, '/orderhistory', orders],
    [buyer, '/search', []],
    [admin, '/admin/orders', [...orders, 'Customer']],
    [admin, '/admin/invoices', [...own, 'Customer']],
  ]
  for (const [email, path, titles] of lists) {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await enterAs(page, email)
    await open(page, path)
    await page.emulateMedia({ media: 'print' })
    // A Letter sheet between its margins.
    await page.setViewportSize({ width: 725, height: 960 })
    expect.soft(await overflowOf(page), path).toBeLessThanOrEqual(0)
    expect.soft(await printedControls(page), path).toEqual([])
    for (const name of ['View', 'Details', 'PDF', 'Re-Order'])
      await expect.soft(rows(page).first().getByText(name, { exact: true }), `${name} on ${path}`).toBeHidden()
    const head = page.locator('main thead th')
    const shown = await head.evaluateAll((all) =>
      all.flatMap((title) => (title.getBoundingClientRect().width > 0 ? [title.textContent?.trim() ?? ''] : [])),
    )
    if (titles.length > 0) expect.soft(shown.toSorted(), path).toEqual(titles.toSorted())
    else await expect(page.getByRole('complementary', { name: 'Filters' })).toBeHidden()
  }
})
