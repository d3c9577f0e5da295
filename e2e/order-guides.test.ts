import type { Page } from '@playwright/test'
import { emptyCart, expect, overflowOf, enterAs, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const rows = (page: Page, label: string) => page.getByRole('table', { name: label }).locator('tbody tr')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('an order guide is made of the cart, put in order by keyboard, and is in the cart again by one press', async ({
  page,
  portal,
}) => {
  await emptyCart(portal, 'buyer@demo.example')
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/search?query=lisinopril')
  const adds = page.getByRole('button', { name: 'Add to cart' })
  for (const at of [0, 1, 2]) await adds.nth(at).click()
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Save to an order guide' }).click()
  await page.getByLabel('Order guide', { exact: true }).selectOption('A new one')
  await page.getByLabel('Name of the new guide').fill('Blood pressure')
  await page.getByRole('button', { name: 'Save 3 lines' }).click()
  await expect(page.getByText('Order guide saved')).toBeVisible()

  await page.goto('/orderguides')
  await page.getByRole('link', { name: 'Blood pressure' }).click()
  await expect(heading(page, 'Blood pressure')).toBeVisible()
  const lines = rows(page, 'Blood pressure')
  await expect(lines).toHaveCount(3)
  expect(await accessibilityFindings(page)).toEqual([])
  const last = (await lines.nth(2).getByRole('rowheader').getByRole('link').getAttribute('title')) ?? ''
  const up = page.getByRole('button', { name: `Move ${last} up` })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(lines.nth(1).getByRole('link', { name: last })).toBeVisible()
  await expect(up).toBeFocused()

  const first = lines.first().getByRole('spinbutton')
  await first.fill('7')
  await page.getByRole('button', { name: 'Keep these quantities' }).click()
  await expect(page.getByRole('button', { name: 'Keep these quantities' })).toHaveCount(0)
  await lines.nth(1).getByRole('spinbutton').fill('9,998')
  await page.getByRole('button', { name: 'Add all 3 lines to the cart' }).click()
  await expect(page.getByText('2 lines added to the cart')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Not added' })).toContainText(last)

  await page.getByRole('button', { name: `Take out ${last}` }).click()
  await expect(lines).toHaveCount(2)
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Pressure')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(heading(page, 'Pressure')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(heading(page, 'Order Guides')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pressure' })).toHaveCount(0)
})

test('what was bought lately is a list, and lists read well on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'buyer@demo.example')
  for (const [path, label] of [
    ['/orderguides', 'Order guides'],
    ['/orderguides/purchased?days=365', 'Previously purchased'],
  ] as const) {
    await page.goto(path)
    await expect(rows(page, label).first()).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await overflowOf(page), path).toBeLessThanOrEqual(0)
      expect(await accessibilityFindings(page), path).toEqual([])
    }
  }
  await page.getByRole('button', { name: /^Add all \d+ lines to the cart$/ }).click()
  await expect(page.getByText(/^\d+ lines added to the cart$/)).toBeVisible()
})

test('a guide that is not there is said not to be', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/orderguides/0190a000-0000-7000-8000-000000000000')
  await expect(page.getByText('There is no such order guide')).toBeVisible()
})
