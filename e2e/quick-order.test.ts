import type { Page } from '@playwright/test'
import { demoProducts } from '../demo/products.ts'
import { emptyCart, expect, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const sold = demoProducts().filter(({ isPublished, dummyNDC }) => isPublished && !dummyNDC)
const plenty = sold.filter(({ countInStock }) => countInStock > 200)
const [none] = sold.filter(({ countInStock, isNonStocked }) => countInStock === 0 && !isNonStocked)
const [few] = sold.filter(({ countInStock }) => countInStock > 1 && countInStock < 9)
const ndc = (at: number) => plenty[at]?.ndcNumber ?? ''

const open = async (page: Page) => {
  await enterAs(page, 'buyer2@demo.example')
  await page.goto('/cart')
  await page.getByRole('main').getByRole('link', { name: 'Quick Order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quick Order' })).toBeVisible()
}
const state = (page: Page, line: number) => page.getByRole('row').nth(line).getByRole('cell').nth(4)

test('fifty pasted lines, five of them wrong: the good ones go in, the others stay and can be mended', async ({
  page,
  portal,
}) => {
  await emptyCart(portal, 'buyer2@demo.example')
  await open(page)
  const good = plenty.slice(0, 45).map(({ ndcNumber }, at) => (at % 2 ? `${ndcNumber}, 2` : `2\t${ndcNumber}`))
  const wrong = [`${none?.ndcNumber} 1`, `${few?.ndcNumber} 500`, '99999-9999-99 1', ndc(50), 'nothing like it; 3']
  await page.getByLabel('Or paste lines').fill([...wrong, ...good].join('\n'))
  await page.getByRole('button', { name: 'Check lines' }).click()

  await expect(page.getByText('45 good lines, 5 to look at')).toBeVisible()
  await expect(state(page, 1)).toHaveText('Out of stock')
  await expect(state(page, 2)).toHaveText(/^Only \d in stock$/)
  await expect(state(page, 3)).toHaveText('Not in the catalog')
  await expect(state(page, 4)).toHaveText('No quantity from 1 to 9,999')
  await expect(state(page, 5)).toHaveText('Not in the catalog')
  expect(await accessibilityFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Add 45 good lines' }).click()
  await expect(page.getByText('45 lines added to the cart')).toBeVisible()
  await expect(page.getByRole('link', { name: /Cart.*90/ })).toBeVisible()

  await page.getByRole('button', { name: /^Take \d$/ }).click()
  await page.getByLabel('Quantity of line 4').fill('3')
  await page.getByLabel('Quantity of line 4').press('Enter')
  await expect(page.getByText('2 good lines, 3 to look at')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the others as CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('quick-order-left.csv')
  await page.getByRole('button', { name: 'Add 2 good lines' }).click()
  await expect(page.getByText('0 good lines, 3 to look at')).toBeVisible()
})

test('lines typed one after the other need no mouse', async ({ page }) => {
  await open(page)
  await page.getByRole('combobox', { name: 'Code or name' }).focus()
  for (const at of [60, 61, 62]) {
    await page.keyboard.type(ndc(at).replaceAll('-', ''))
    await page.keyboard.press('Enter')
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('3 good lines', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Code or name' })).toBeFocused()

  await page.keyboard.type('lisinopril')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Lisinopril/ })).toBeVisible()
})

test('leaving with lines asks first', async ({ page }) => {
  await open(page)
  await page.getByLabel('Or paste lines').fill(`${ndc(3)} 1`)
  await page.getByRole('button', { name: 'Check lines' }).click()
  await expect(page.getByText('1 good line', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Cart', exact: true }).first().click()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
})

test('a scanner works wherever the focus is', async ({ page }) => {
  await open(page)
  // Not one key after the other is there, as with fingers.
  const scan = (code: string) => Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))
  await page.getByLabel('Quantity', { exact: true }).fill('3')
  await scan(ndc(20).replaceAll('-', ''))
  await expect(page.getByText('1 good line', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Quantity of line 1')).toHaveValue('1')
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('3')
  await page.getByRole('button', { name: 'Add 1 good line' }).click()

  await page.goto('/search')
  const quantity = page.getByRole('spinbutton', { name: /^Quantity of / }).first()
  await quantity.focus()
  await scan(ndc(21).replaceAll('-', ''))
  await page.waitForURL(/\/product\//)
  await expect(page.getByText(ndc(21)).first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await scan('99999999999')
  await page.waitForURL(/\/search\?query=99999999999$/)
})
