import type { Page } from '@playwright/test'
import { clearSavedCart, enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { awaitNumber, placeOrderByApi } from './orders.ts'
import { pressKey } from './press-key.ts'

const menuButton = (page: Page) => page.getByRole('button', { name: 'Open menu', exact: true })

const portalPages = (page: Page) => page.getByRole('navigation', { name: 'Portal pages' })
const sideMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const marked = (page: Page) => portalPages(page).locator('[aria-current]')

/** The links of the side menu in a wide window, then in a narrow one. */
const sideMenuLinks = async (page: Page): Promise<[wide: string[], narrow: string[]]> => {
  const links = sideMenu(page).getByRole('link')
  // Without the number of waiting customers.
  const labels = async () => (await links.allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
  await menuButton(page).click()
  await expect(links.first()).toBeVisible()
  const wide = await labels()
  await page.setViewportSize({ width: 800, height: 900 })
  await expect(sideMenu(page).getByRole('heading', { name: 'More' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  const narrow = await labels()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  return [wide, narrow]
}

test('customers and sales reps have their pages in the bar, and the specified entries in the menu', async ({
  page,
}) => {
  const pages = portalPages(page).getByRole('link')
  const specified = ['User Dashboard', 'Product Catalog', 'Orders', 'Invoices']
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/')
  await expect(pages).toHaveText(['Dashboard', 'Catalog', 'Quick Order', 'Order Guides', 'Orders', 'Invoices'])
  await expect(marked(page)).toHaveText('Catalog')
  await pages.filter({ hasText: 'Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order History', exact: true })).toBeVisible()
  await expect(marked(page)).toHaveText('Orders')
  const topOfHeading = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y
  const top = await topOfHeading()
  await pages.filter({ hasText: 'Order Guides' }).click()
  const tabs = page.getByRole('navigation', { name: 'Order Guides' })
  await tabs.getByRole('link', { name: 'Previously purchased' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Previously Purchased', exact: true })).toBeVisible()
  await expect(tabs.locator('[aria-current]')).toHaveText('Previously purchased')
  await expect(marked(page)).toHaveText('Order Guides')
  expect(await topOfHeading()).toBe(top)

  const userButton = page.getByRole('button', { name: 'Hello, Grace', exact: true })
  await expect(userButton).toHaveAccessibleDescription('Harbor Street Pharmacy')
  await userButton.click()
  await expect(page.getByText(/^Account \d/)).toBeVisible()
  await expect(page.getByText(/^Ships to .+, [A-Z]{2}$/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await sideMenuLinks(page)).toEqual([specified, [...specified, 'Quick Order', 'Order Guides']])

  await page.setViewportSize({ width: 800, height: 900 })
  await expect(portalPages(page)).toBeHidden()
  await page.goto('/admin/orders')
  await expect(page.getByText('That page is for administrators.')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })

  await enterAs(page, 'rep@demo.example')
  await page.goto('/user-dashboard')
  await expect(pages).toHaveText(['Customers', 'Catalog', 'Quick Order', 'Order Guides', 'Orders', 'Price Simulator'])
  const [wide] = await sideMenuLinks(page)
  expect(wide).toEqual(specified)
})

test('admins have a rail with tabs, as icons in narrow windows, and the specified entries in the menu', async ({
  page,
}) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/imports')
  const rail = portalPages(page)
  await expect(rail.getByRole('list')).toHaveCount(7)
  await expect(rail.getByRole('link')).toHaveText([
    'Admin Dashboard',
    'Orders',
    'Customer Invoices',
    /^Returns/,
    /^Customer Maintenance/,
    'Price Lists',
    'Product Maintenance',
    'Order reviews',
    'Licenses',
    'Trace data',
    'Recalls & quarantine',
    'Retention',
    'User maintenance',
    'Shipping & delivery',
    'Brand',
    'Sync',
    'Audit Trail',
  ])
  const tabs = page.getByRole('navigation', { name: 'Product Maintenance' })
  await expect(tabs.getByRole('link')).toHaveText(['Products', 'Imports', 'Allocations', 'Visibility'])
  await expect(tabs.locator('[aria-current="page"]')).toHaveText('Imports')
  await expect(marked(page)).toHaveText('Product Maintenance')
  await expect(marked(page)).toHaveAttribute('aria-current', 'true')
  expect((await rail.boundingBox())?.width).toBe(215)

  await rail.getByRole('link', { name: 'Price Lists', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Price lists', exact: true })).toBeVisible()
  await expect(marked(page)).toHaveAttribute('aria-current', 'page')
  await page.getByRole('table', { name: 'Price lists' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/admin\/pricelist\//)
  await expect(marked(page)).toHaveText('Price Lists')

  const specified = [
    'Admin Dashboard',
    'Customer Invoices',
    'Orders',
    'Customer Maintenance',
    'User maintenance',
    'Product Maintenance',
  ]
  expect(await sideMenuLinks(page)).toEqual([
    specified,
    [
      ...specified,
      'Returns',
      'Price Lists',
      'Order reviews',
      'Licenses',
      'Trace data',
      'Recalls & quarantine',
      'Retention',
      'Shipping & delivery',
      'Brand',
      'Sync',
      'Audit Trail',
    ],
  ])

  await page.setViewportSize({ width: 1024, height: 768 })
  expect((await rail.boundingBox())?.width).toBe(55)
  expect(await accessibilityFindings(page)).toEqual([])
  const brand = rail.getByRole('link', { name: 'Brand', exact: true })
  await rail.getByRole('link', { name: 'Shipping & delivery', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(brand).toBeFocused()
  await expect(page.getByRole('tooltip', { name: 'Brand' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Brand', exact: true })).toBeVisible()
  await expect(brand).toHaveAttribute('aria-current', 'page')
  expect(await overflowOf(page)).toBe(0)
})

/** The left edges of the logo's row and of the heading. */
const edges = async (page: Page) => {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const [icon, title] = await Promise.all([menuButton(page).locator('svg').boundingBox(), heading.boundingBox()])
  return [icon?.x, title?.x]
}

test('all pages begin at one left edge, at 1440 and 1920 pixels', async ({ page }) => {
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'buyer@demo.example')
    for (const path of ['/user-dashboard', '/MyInvoices', '/profile', '/orderguides', '/cart', '/approvals']) {
      await page.goto(path)
      expect(await edges(page), `${path} at ${width}`).toEqual([32, 32])
    }
    await enterAs(page, 'admin@demo.example')
    for (const path of ['/admin/orders', '/admin/brand', '/admin/pricelists', '/admin/delivery', '/admin/limits']) {
      await page.goto(path)
      expect(await edges(page), `${path} at ${width}`).toEqual([32, 248])
    }
  }
})

test('on a phone, the contact line moves from the header to the footer after the first visit', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const inFooter = page.getByRole('contentinfo').getByText('If you cannot find a product')
  const inHeader = page.getByRole('banner').getByText('If you cannot find a product')
  await page.goto('/cart')
  await expect(inHeader).toBeVisible()
  await expect(inFooter).toBeHidden()
  await page.reload()
  await expect(inFooter).toBeVisible()
  await expect(inHeader).toBeHidden()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(inHeader).toBeVisible()
})

test('a contrast theme shows switches and what is chosen', async ({ page, portal }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/search')
  const styleOf = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
  await expect(page.getByRole('switch', { name: /In stock/ })).toBeAttached()
  expect(await styleOf('.mantine-Switch-track', 'border-top-style')).toBe('solid')
  const plain = await styleOf('nav[aria-label="Portal pages"] a:not([aria-current])', 'background-color')
  for (const chosen of ['nav[aria-label="Portal pages"] [aria-current]', '[aria-pressed="true"]'])
    expect(await styleOf(chosen, 'background-color')).not.toBe(plain)
  await page.getByRole('switch', { name: /In stock/ }).check({ force: true })
  const on = '.mantine-Switch-root:has(:checked) .mantine-Switch-track'
  await expect
    .poll(() => styleOf(on, 'background-color'))
    .toBe(await styleOf('[aria-pressed="true"]', 'background-color'))
  await page.goto('/orderguides/purchased')
  await expect(page.getByRole('radio', { name: '90 days' })).toBeAttached()
  const period = '.mantine-SegmentedControl-label'
  expect(await styleOf(`${period}[data-active]`, 'background-color')).not.toBe(
    await styleOf(`${period}:not([data-active])`, 'background-color'),
  )
  const id = await placeOrderByApi(portal, 'buyer@demo.example', 'CONTRAST-1')
  await awaitNumber(portal, 'buyer@demo.example', id)
  await page.goto(`/order/${id}`)
  const step = page.getByRole('listitem').and(page.locator('[aria-current="step"]'))
  await expect(step).toContainText(/^(?:Open|In Process|In Preparation)/)
  const inks = await step.evaluate((element) =>
    [element, ...element.querySelectorAll('span')].map((one) => getComputedStyle(one).color),
  )
  expect(new Set(inks).size).toBe(1)
})

test('by keyboard: the menu, the search and the list of keys return the focus', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  // An invalid filter is ignored.
  await page.goto('/search?query=lisinopril&price=abc')
  await expect(page).toHaveTitle(/^lisinopril · /)
  const quantity = page.getByRole('main').getByRole('spinbutton').first()
  await expect(quantity).toBeVisible()
  const filters = page.getByRole('button', { name: /^Remove filter/ })
  await expect(filters).toHaveText(['“lisinopril”'])

  const menu = page.getByRole('navigation', { name: 'Main' })
  await pressKey(menuButton(page), 'Enter')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(menuButton(page)).toBeFocused()

  await quantity.focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search Products' })).toBeFocused()
  await quantity.focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('add it and go to the next row')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(quantity).toBeFocused()
})

test('the focus stays on the page when a cart line is removed, and moves to the code field', async ({
  page,
  portal,
}) => {
  await clearSavedCart(portal, 'buyer@demo.example')
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/search?query=lisinopril')
  const adds = page.getByRole('button', { name: 'Add to cart', exact: true })
  const cart = page.getByRole('link', { name: /^Cart/ })
  await adds.nth(0).click()
  await expect(cart).toHaveAccessibleName(/\b1\b/)
  await adds.nth(1).click()
  await expect(cart).toHaveAccessibleName(/\b2\b/)
  await page.goto('/cart')
  const removes = page.getByRole('button', { name: /^Remove / })
  await expect(removes).toHaveCount(2)
  await pressKey(removes.first(), 'Enter')
  await expect(removes).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page
    .getByRole('link', { name: 'Proceed to Checkout' })
    .or(page.getByRole('button', { name: 'Proceed to Checkout' }))
    .click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await pressKey(page.getByRole('button', { name: 'Send verification code' }), 'Enter')
  await expect(page.getByLabel('Verification code')).toBeFocused()
})

test('a press counts although a part of the page begins to load in the middle of it', async ({ page, portal }) => {
  await clearSavedCart(portal, 'buyer@demo.example')
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/search?query=lisinopril')
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
  await expect(page.getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(/\b1\b/)
  const part = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/budget-note*.js', async (route) => {
    await part.promise
    await route.continue()
  })
  await page.route('**/api/budgets/left*', () => asked.resolve())
  await page.goto('/cart')
  const checkOut = page.getByRole('button', { name: 'Proceed to Checkout' })
  await expect(checkOut).toBeEnabled()
  await checkOut.hover()
  await page.mouse.down()
  part.resolve()
  await asked.promise
  await page.mouse.up()
  await expect(page).toHaveURL(/\/shipping/)
})

for (const email of ['rep@demo.example', 'director@demo.example'])
  test(`the page of ${email} does not move down while it loads`, async ({ page }) => {
    await enterAs(page, email)
    const tops: number[] = []
    await page.exposeFunction('noteTop', (top: number) => tops.push(top))
    await page.addInitScript(() => {
      const note = () => {
        const { noteTop } = globalThis as unknown as { noteTop: (top: number) => void }
        const main = document.querySelector('main')
        if (main) noteTop(main.getBoundingClientRect().top)
        requestAnimationFrame(note)
      }
      requestAnimationFrame(note)
    })
    await page.goto('/')
    await expect(
      page.getByRole(email.startsWith('rep') ? 'region' : 'complementary', { name: /^Customer|^Read-only/ }),
    ).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(new Set(tops).size).toBe(1)
  })

test('on a phone, the search is one touch away after scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/search')
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true }).first()).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Search Products' })
  await page.mouse.wheel(0, 2_000)
  await expect(search).not.toBeInViewport()
  await page.getByRole('button', { name: 'Go to the search' }).click()
  await expect(search).toBeFocused()
  await expect(search).toBeInViewport()
  expect(await accessibilityFindings(page, 'all but contrast')).toEqual([])
})

/** The browser's error when a string is used as this; empty if it was allowed. */
const tryString = (page: Page, what: 'html' | 'tag' | 'script' | 'frame' | 'worker') =>
  page.evaluate((sink) => {
    const sinks = {
      html: () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      tag: () => document.body.insertAdjacentHTML('beforeend', '<b>'),
      script: () => (document.createElement('script').src = 'https://evil.example/x.js'),
      frame: () => (document.createElement('iframe').srcdoc = '<script>alert(1)</script>'),
      worker: () => new Worker('/api/products/search'),
    }
    try {
      sinks[sink]()
      return ''
    } catch (error) {
      return error instanceof Error ? error.name : 'thrown'
    }
  }, what)

test.describe('a string', () => {
  // The browser logs each refusal.
  test.use({ cleanConsole: async ({}, use) => use() })

  test('becomes neither markup nor a script', async ({ page }) => {
    await page.goto('/')
    for (const sink of ['html', 'tag', 'script', 'frame', 'worker'] as const)
      expect(await tryString(page, sink), sink).toBe('TypeError')
  })
})

test('the API reference shows its calls under the policy of every page', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByText('The calls of the ordering portal.')).toBeVisible()
  // Groups below the window are rendered only when they are scrolled into view.
  await page.getByPlaceholder('Filter by tag or path').fill('audit')
  await expect(page.getByText('Audit trail entries, filtered and paged')).toBeVisible()
})

/** Counts the clicks that reach an element of the page from now on. */
const countClicks = async (page: Page) => {
  await page.evaluate(() => {
    Object.assign(window, { clicks: 0 })
    addEventListener('click', () =>
      Object.assign(window, { clicks: (window as unknown as { clicks: number }).clicks + 1 }),
    )
  })
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks)
}

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`the second half of a double click reaches nothing (motion: ${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await enterAs(page, 'admin@demo.example')
    await page.goto('/admin/products')
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    const clicks = await countClicks(page)
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const question = page.getByRole('dialog', { name: 'Are you sure to create?' })
    const ways = [
      { open: 'Keyboard shortcuts', dialog: sheet, close: 'Close' },
      { open: 'New Product', dialog: question, close: 'Close' },
      { open: 'New Product', dialog: question, close: 'Cancel' },
    ]
    for (const { open, dialog, close } of ways) {
      // The second half of the double click would press a button of the dialog at this place.
      await page.getByRole('button', { name: open, exact: true }).dblclick()
      await expect(dialog).toBeVisible()
      const before = await clicks()
      await dialog.getByRole('button', { name: close, exact: true }).dblclick()
      await expect(dialog).toHaveCount(0)
      expect(await clicks(), close).toBe(before + 1)
      await expect(page).toHaveURL(/\/admin\/products$/)
    }
    await page.getByRole('button', { name: 'New Product', exact: true }).click()
    await question.getByRole('button', { name: 'Create', exact: true }).dblclick()
    await expect(page.getByText('Product created successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/product\//)
    await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toHaveValue('')
  })
