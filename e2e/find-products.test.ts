import type { Page } from '@playwright/test'
import { expect, overflowOf, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search Products' })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

const openCatalogue = async (page: Page, address = '/search') => {
  await page.goto(address)
  await expect(heading(page, 'Product Catalog')).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test('a buyer chooses a suggestion by keyboard and lands on the product', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  await openCatalogue(page)
  await page.keyboard.press('/')
  await page.keyboard.type('lisino')
  const options = suggestions(page).getByRole('option')
  await expect(options.first()).toContainText(
    /Lisinopril.*NDC [\d-]+.*\$[\d,.]+.*(in stock|Out of stock|Special Order)/,
  )
  await expect(options.last()).toHaveText('All results for “lisino”')
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText(/^\d suggestions?, use the arrow keys\.$/)).toBeAttached()

  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(searchBox(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options.first().getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/product\//)
  await expect(heading(page, /Lisinopril/)).toBeVisible()
  await expect(suggestions(page)).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue('')
})

test('suggestions close by Escape, Tab and a click beside them, and the last of them shows all results', async ({
  page,
}) => {
  await openCatalogue(page)
  const type = async (text: string) => {
    await searchBox(page).fill(text)
    await expect(suggestions(page)).toBeVisible()
  }
  await type('metformin')
  await page.keyboard.press('Escape')
  await expect(suggestions(page)).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue('metformin')
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toHaveValue('')

  await type('metformin')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()
  await expect(suggestions(page)).toHaveCount(0)

  await type('metformi')
  await page.getByText('Sort by').click()
  await expect(suggestions(page)).toHaveCount(0)
  await searchBox(page).press('ArrowDown')
  await suggestions(page)
    .getByRole('option', { name: /^All results/ })
    .click()
  await page.waitForURL(/\/search\?query=metformi$/)
  await expect(suggestions(page)).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue('metformi')
})

test('Enter searches at once, as a barcode scanner types, and no late suggestion covers what it found', async ({
  page,
}) => {
  await openCatalogue(page)
  let asked = 0
  await page.route('**/api/products/suggest*', (route) => {
    asked++
    return route.continue()
  })
  await searchBox(page).focus()
  await page.keyboard.type('0002446230\n')
  await page.waitForURL(/\/search\?query=0002446230$/)
  await expect(page.getByText('NDC: 00002-4462-30')).toBeVisible()
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await expect(suggestions(page)).toHaveCount(0)
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false')
  expect(asked).toBe(0)
})

test('a misspelt name says what was meant, in the suggestions and in the listing', async ({ page }) => {
  await openCatalogue(page)
  await searchBox(page).fill('lisinoprl')
  await expect(page.getByText('Showing results for lisinopril', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No exact match for “lisinoprl”. Showing results for “lisinopril”.')).toBeVisible()
  await page.getByRole('link', { name: 'lisinopril', exact: true }).click()
  await page.waitForURL(/\/search\?query=lisinopril$/)
  await expect(page.getByText('No exact match')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: /Lisinopril/ }).first()).toBeVisible()
})

test('a drug that is not carried is said not to be, and a brand finds its generic', async ({ page }) => {
  await openCatalogue(page)
  await searchBox(page).fill('clarithromycin')
  await expect(page.getByRole('paragraph').filter({ hasText: 'We do not carry clarithromycin.' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No Product Found')).toBeVisible()
  await expect(page.getByText('We do not carry clarithromycin.')).toBeVisible()
  await searchBox(page).fill('zocor')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('We do not carry zocor. Shown is what has the same generic name, simvastatin.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: /^Simvastatin/ }).first()).toBeVisible()
})

test('a look-alike is shown in tall-man letters and read out plain', async ({ page }) => {
  await openCatalogue(page)
  await searchBox(page).fill('hydroxyzine')
  await page.keyboard.press('Enter')
  const name = page.getByRole('heading', { level: 2, name: /^Hydroxyzine/ }).first()
  await expect(name).toBeVisible()
  await expect(name.getByText(/^hydrOXYzine/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})

test('form, manufacturer and stock narrow the listing to the counts that they promised', async ({ page }) => {
  await openCatalogue(page)
  const filters = page.getByRole('complementary', { name: 'Filters' })
  /** Follows a filter and compares what it promised with what is found. */
  const follow = async (name: string, role: 'button' | 'switch') => {
    const control = filters.getByRole(role, { name, exact: true })
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const promised = await control.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
    )
    expect(promised).toMatch(/^[\d,]+ products?$/)
    await control.click()
    await expect(page.getByRole('list', { name: 'Active filters' }).getByText(name)).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByText(promised?.replace('product', 'result') ?? '', { exact: true })).toBeVisible()
    await expect(control).toHaveAccessibleDescription(promised ?? '')
  }
  await follow('Tablet', 'button')
  await expect(page).toHaveURL(/form=Tablet/)
  await filters.getByRole('searchbox', { name: 'Filter manufacturers' }).fill('mylan pharm')
  await expect(filters.getByRole('list', { name: 'Manufacturer' }).getByRole('listitem')).toHaveCount(1)
  await follow('Mylan Pharmaceuticals Inc', 'button')
  await follow('In stock', 'switch')
  await expect(page).toHaveURL(/stock=true/)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await accessibilityFindings(page)).toEqual([])

  await page.reload()
  await expect(filters.getByRole('button', { name: 'Tablet', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await filters.getByRole('button', { name: 'Tablet', exact: true }).click()
  await expect(page).not.toHaveURL(/form=/)
  await page.getByRole('button', { name: 'Remove filter Mfr: Mylan Pharmaceuticals Inc' }).click()
  await expect(page).toHaveURL(/\/search\?stock=true$/)
})

test('filters work without their counts', async ({ page }) => {
  await page.route('**/api/products/facets*', (route) => route.fulfill({ status: 404, json: { message: 'No.' } }))
  await openCatalogue(page, '/search?form=Tablet')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Cardiovascular', exact: true }).click()
  await expect(page).toHaveURL(/category=Cardiovascular/)
  await filters.getByRole('switch', { name: 'In stock' }).click()
  await expect(page).toHaveURL(/stock=true/)
  await filters.getByRole('button', { name: 'Tablet', exact: true }).click()
  await expect(page).not.toHaveURL(/form=/)
})

for (const scheme of ['light', 'dark'] as const)
  for (const width of [360, 1440])
    test(`open suggestions and filters have no accessibility finding (${scheme}, ${width} px)`, async ({
      browser,
      portal,
    }) => {
      const context = await browser.newContext({
        baseURL: portal.url,
        colorScheme: scheme,
        viewport: { width, height: 900 },
      })
      const page = await context.newPage()
      const isJudgedWell = async () => {
        expect(await accessibilityFindings(page)).toEqual([])
        const overflow = await overflowOf(page)
        expect(overflow).toBeLessThanOrEqual(0)
      }
      await openCatalogue(page)
      await searchBox(page).fill('lisinoprl')
      await expect(suggestions(page).getByRole('option').last()).toHaveText('All results for “lisinoprl”')
      await expect(page.getByText(/^Showing results for lisinopril\. \d suggestions?,/)).toBeAttached()
      await page.keyboard.press('ArrowDown')
      await isJudgedWell()
      const panel = await suggestions(page).boundingBox()
      expect(panel?.x).toBeGreaterThanOrEqual(0)
      expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(width)
      await page.keyboard.press('Escape')
      if (width < 768) {
        await page.getByRole('button', { name: /^Filters/ }).click()
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Tablet', exact: true })).toBeVisible()
        await isJudgedWell()
      }
      await context.close()
    })
