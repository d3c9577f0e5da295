import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { testFolder } from '../src/platform/embedded-postgres/testing-place.ts'
import { filmOf } from './barcode-film.ts'
import { browserPath } from './browser.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { awaitIdle } from './await-idle.ts'
import { scan, pressKey } from './press-key.ts'

const film = `${testFolder('journeys')}-barcode.y4m`
// Trulicity, 0002-1433-80.
writeFileSync(film, filmOf('300021433802'))

test.use({
  launchOptions: {
    executablePath: await browserPath(),
    // Headless, no user can grant access to the camera, so the browser grants it.
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search Products' })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

const openCatalog = async (page: Page, address = '/search') => {
  await page.goto(address)
  await expect(heading(page, 'Product Catalog')).toBeVisible()
  await awaitIdle(page)
}

test('a buyer chooses a suggestion by keyboard and lands on the product', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  await openCatalog(page)
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
  await expect(heading(page, /Lisinopril/)).toBeVisible()
  await expect(page).toHaveURL(/\/product\//)
  await expect(suggestions(page)).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue('')
})

test('suggestions close on Escape, Tab and an outside click, lead to all results, and never cover a scan', async ({
  page,
}) => {
  await openCatalog(page)
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
  await expect(page.getByRole('button', { name: 'Scan a barcode' })).toBeFocused()
  await expect(suggestions(page)).toHaveCount(0)

  await type('metformi')
  await page.getByText('Sort by').click()
  await expect(suggestions(page)).toHaveCount(0)
  await pressKey(searchBox(page), 'ArrowDown')
  await suggestions(page)
    .getByRole('option', { name: /^All results/ })
    .click()
  await expect(page).toHaveTitle(/^metformi · /)
  await expect(page).toHaveURL(/\/search\?query=metformi$/)
  await expect(suggestions(page)).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue('metformi')

  let asked = 0
  await page.route('**/api/products/suggest*', (route) => {
    asked++
    return route.continue()
  })
  await searchBox(page).selectText()
  await scan(page, '0002446230')
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await expect(page.getByText('NDC: 00002-4462-30')).toBeVisible()
  await expect(page).toHaveURL(/\/search\?query=0002446230$/)
  await expect(suggestions(page)).toHaveCount(0)
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false')
  expect(asked).toBe(0)
})

test('a search says what a misspelled name meant and which drug is not carried, and shows look-alikes separately', async ({
  page,
}) => {
  const product = (name: RegExp) => page.getByRole('heading', { level: 2, name }).first()
  await openCatalog(page)
  await searchBox(page).fill('lisinoprl')
  await expect(page.getByText('Showing results for lisinopril', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Showing results for lisinopril\. \d suggestions?,/)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No exact match for “lisinoprl”. Showing results for “lisinopril”.')).toBeVisible()
  await page.getByRole('link', { name: 'lisinopril', exact: true }).click()
  await expect(page.getByText('No exact match')).toHaveCount(0)
  await expect(product(/Lisinopril/)).toBeVisible()
  await expect(page).toHaveURL(/\/search\?query=lisinopril$/)

  await searchBox(page).fill('clarithromycin')
  await expect(page.getByRole('paragraph').filter({ hasText: 'We do not carry clarithromycin.' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No Product Found')).toBeVisible()
  await expect(page.getByText('We do not carry clarithromycin.')).toBeVisible()
  await searchBox(page).fill('zocor')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('We do not carry zocor. Showing products with the same generic name, simvastatin.'),
  ).toBeVisible()
  await expect(product(/^Simvastatin/)).toBeVisible()

  await searchBox(page).fill('digoxin 125 mg')
  const line = 'Not carried: digoxin 125 mg. Showing other strengths. Careful: some are 1,000 times weaker.'
  await expect(page.getByRole('paragraph').filter({ hasText: line })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('strong').filter({ hasText: line })).toBeVisible()
  await expect(page.getByText('1,000 times weaker than 125 mg').first()).toBeVisible()

  await searchBox(page).fill('hydroxyzine')
  await page.keyboard.press('Enter')
  await expect(product(/^Hydroxyzine/)).toBeVisible()
  await expect(product(/^Hydroxyzine/).getByText(/^hydrOXYzine/)).toBeVisible()
})

test('filters for form, manufacturer and stock show the counts they promise, and work without them', async ({
  page,
}) => {
  await openCatalog(page)
  const filters = page.getByRole('complementary', { name: 'Filters' })
  /** Applies a filter and compares its count with the results. */
  const follow = async (name: string, role: 'button' | 'switch') => {
    const control = filters.getByRole(role, { name, exact: true })
    await awaitIdle(page)
    const promised = await control.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
    )
    expect(promised).toMatch(/^[\d,]+ products?$/)
    await control.click()
    await expect(page.getByRole('list', { name: 'Active filters' }).getByText(name)).toBeVisible()
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

  await page.reload()
  const tablet = filters.getByRole('button', { name: 'Tablet', exact: true })
  await expect(tablet).toHaveAttribute('aria-pressed', 'true')
  await tablet.click()
  await expect(page).not.toHaveURL(/form=/)
  await page.getByRole('button', { name: 'Remove filter Mfr: Mylan Pharmaceuticals Inc' }).click()
  await expect(page).toHaveURL(/\/search\?stock=true$/)

  await page.route('**/api/products/facets*', (route) => route.fulfill({ status: 404, json: { message: 'No.' } }))
  await openCatalog(page, '/search?form=Tablet')
  await filters.getByRole('button', { name: 'Cardiovascular', exact: true }).click()
  await expect(page).toHaveURL(/category=Cardiovascular/)
  await filters.getByRole('switch', { name: 'In stock' }).click()
  await expect(page).toHaveURL(/stock=true/)
  await tablet.click()
  await expect(page).not.toHaveURL(/form=/)
})

test('on a phone, suggestions and filters fit, and the camera finds a product by its barcode', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    const tracks: MediaStreamTrack[] = []
    Object.assign(globalThis, { tracks, isRefused: true })
    mediaDevices.getUserMedia = async (wanted) => {
      if ((globalThis as unknown as { isRefused: boolean }).isRefused) throw new DOMException('', 'NotAllowedError')
      const stream = await open(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  await openCatalog(page)
  await searchBox(page).fill('lisinoprl')
  await expect(suggestions(page).getByRole('option').last()).toHaveText('All results for “lisinoprl”')
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  const panel = await suggestions(page).boundingBox()
  expect(panel?.x).toBeGreaterThanOrEqual(0)
  expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThanOrEqual(360)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('button', { name: 'Tablet', exact: true })).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  // High enough that the end of the sheet covers nothing.
  await page.setViewportSize({ width: 360, height: 4_000 })
  expect(await accessibilityFindings(page, 'all but contrast')).toEqual([])
  await page.setViewportSize({ width: 360, height: 900 })
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()

  const button = page.getByRole('button', { name: 'Scan a barcode' })
  const dialog = page.getByRole('dialog', { name: 'Scan a barcode' })
  await button.click()
  await expect(dialog.getByRole('alert')).toContainText('Camera access is blocked.')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()

  await page.evaluate(() => Object.assign(globalThis, { isRefused: false }))
  await button.click()
  await expect(heading(page, /Trulicity/)).toBeVisible()
  await expect(page).toHaveURL(/\/product\//)
  await expect(dialog).toHaveCount(0)
  const states = await page.evaluate(() =>
    (globalThis as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
  )
  expect(states).toEqual(['ended'])
})

test('a strength stays on one line at every width of a phone', async ({ page }) => {
  await openCatalog(page, '/search?query=metformin')
  for (let width = 320; width <= 430; width += 10) {
    await page.setViewportSize({ width, height: 900 })
    const broken = await page.getByRole('main').evaluate((main) => {
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const match = /[\d.,/]+ mg/.exec(node.textContent ?? '')
        if (!match) continue
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(node.textContent ?? '')
      }
      return found
    })
    expect(broken, `at ${width}px`).toEqual([])
  }
})
