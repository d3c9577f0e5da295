import type { Page } from '@playwright/test'
import { writeXlsx } from 'hucre'
import { demoProducts } from '../demo/products.ts'
import { callAs } from './call-as.ts'
import { fillCart } from './checkout.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { hasCheckDigit } from '../src/shared/check-digit.ts'
import type { RunningPortal } from './portal.ts'
import { scan, pressKey } from './press-key.ts'

const sold = demoProducts().filter(({ isPublished, dummyNDC, dea }) => isPublished && !dummyNDC && dea !== 'CII')
const plenty = sold.filter(({ countInStock }) => countInStock > 200)
const [none] = sold.filter(({ countInStock, isNonStocked }) => countInStock === 0 && !isNonStocked)
const [few] = sold.filter(({ countInStock }) => countInStock > 1 && countInStock < 9)
const ndc = (at: number) => plenty[at]?.ndcNumber ?? ''
/** The GTIN of a case of this product. */
const caseOf = (at: number): string => {
  const digits = `503${(plenty[at]?.ndc10 ?? '').replaceAll('-', '')}`
  return digits + [...'0123456789'].find((digit) => hasCheckDigit(digits + digit))
}
const lines = (page: Page) => page.getByRole('table', { name: 'Lines' }).locator('tbody tr')
const state = (page: Page, line: number) =>
  lines(page)
    .nth(line - 1)
    .locator('td')
    .nth(4)

const open = async (page: Page, portal: RunningPortal, buyer: string) => {
  await fillCart(portal, buyer, [])
  await enterAs(page, buyer)
  await page.goto('/quickorder')
  await expect(page.getByRole('heading', { level: 1, name: 'Quick Order' })).toBeVisible()
}

/** Counts what the user does, and what the page requests, from now on. */
const watch = async (page: Page) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Equivalents and schedules of the State are requested in the background, and the user does not wait for them.
    if (request.method() !== 'GET' && /^\/api\/(?!products\/equivalents|state-schedules\/products)/.test(pathname))
      calls.push(`${request.method()} ${pathname}`)
  })
  await page.evaluate(() => {
    const done = { clicks: 0, keys: 0 }
    Object.assign(window, { done })
    addEventListener('click', (event) => (done.clicks += event.detail > 0 ? 1 : 0), true)
    addEventListener('keydown', () => (done.keys += 1), true)
  })
  const read = () => page.evaluate(() => (window as unknown as { done: { clicks: number; keys: number } }).done)
  return { calls, read }
}

test('fifty pasted lines, five of them wrong, are in the cart after three clicks and one call', async ({
  page,
  portal,
  context,
}) => {
  await open(page, portal, 'buyer2@demo.example')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const good = plenty.slice(0, 45).map(({ ndcNumber }) => `${ndcNumber}\t2`)
  const wrong = [
    `${none?.ndcNumber}\t1`,
    '99999-9999-99\t1',
    '99999-9999-98\t1',
    'no such thing\t1',
    '99999-9999-97\t4',
  ]
  await page.evaluate((text) => navigator.clipboard.writeText(text), [...wrong, ...good].join('\n'))
  const { calls, read } = await watch(page)

  await page.getByLabel('Or paste lines').click()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByText('45 good lines, 5 to fix')).toBeVisible()
  expect(calls).toEqual(['POST /api/quick-order/check'])
  await page.getByRole('button', { name: 'Add 45 good lines' }).click()
  await expect(page.getByText('45 lines added to the cart')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cart.*90/ })).toBeVisible()
  await expect.poll(() => calls).toEqual(['POST /api/quick-order/check', 'PUT /api/cart'])
  await page.getByRole('main').getByRole('link', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cart', exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Cart' }).locator('tbody tr')).toHaveCount(45)
  const { clicks, keys } = await read()
  expect(clicks).toBeLessThanOrEqual(3)
  // Control and V.
  expect(keys).toBe(2)
})

/** Two products whose NDCs have the same ten digits without dashes. */
const addTwins = async (portal: RunningPortal): Promise<void> => {
  const { call } = await callAs(portal, 'admin@demo.example')
  for (const ndcNumber of ['01234-5678-90', '12345-0678-90']) {
    const { _id } = await call<{ _id: string }>('POST', '/api/products')
    const facts = { name: `Twin ${ndcNumber}`, category: 'Supplies', description: 'One of two', unitOfMeasure: 'EA' }
    const stock = { ndcNumber, price: 5, countInStock: 50, isPublished: true, __v: 1 }
    await call('PUT', `/api/products/${_id}`, { ...facts, ...stock })
  }
}

test('on a phone, lines to review say why, are fixed in place or chosen, and the rest are saved', async ({
  page,
  portal,
}) => {
  await addTwins(portal)
  await page.setViewportSize({ width: 390, height: 900 })
  await open(page, portal, 'susan@prairie-wind-clinic.example')
  const pasted = [
    `${none?.ndcNumber} 1`,
    `${few?.ndcNumber} 500`,
    '99999-9999-99 1',
    ndc(50),
    'nothing like it; 3',
    '1234567890, 3',
    `${ndc(51)}, 2`,
  ]
  await page.getByLabel('Or paste lines').fill(pasted.join('\n'))
  await page.getByRole('button', { name: 'Review lines' }).click()
  await expect(page.getByText('1 good line, 6 to fix')).toBeVisible()
  await expect(state(page, 1)).toContainText('Out of stock')
  await expect(state(page, 2)).toContainText(/Only \d in stock/)
  await expect(state(page, 3)).toContainText('Not in the catalog')
  await expect(state(page, 4)).toContainText('Enter a quantity')
  await expect(state(page, 5)).toContainText('Not in the catalog')
  await expect(page.getByText('Several products have this code.')).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])

  await page.getByRole('button', { name: /^Twin 12345-0678-90/ }).click()
  await page.getByRole('button', { name: 'Add 2 good lines' }).click()
  await expect(page.getByText('2 lines added to the cart')).toBeVisible()
  await expect(lines(page)).toHaveCount(5)
  await page.getByRole('button', { name: /^Order \d$/ }).click()
  await page.getByLabel('Quantity of line 4', { exact: true }).fill('3')
  await pressKey(page.getByLabel('Quantity of line 4', { exact: true }), 'Enter')
  await expect(page.getByText('2 good lines, 3 to fix')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download unmatched lines' }).click()
  expect((await saved).suggestedFilename()).toBe('unmatched-lines.csv')
  await page.getByRole('button', { name: 'Add 2 good lines' }).click()
  await expect(page.getByText('0 good lines, 3 to fix')).toBeVisible()
})

test('lines typed one after the other need no mouse, and at most twelve keys in addition to their code', async ({
  page,
  portal,
}) => {
  await open(page, portal, 'james@riverbend-pharmacy.example')
  const { calls, read } = await watch(page)
  const field = page.getByRole('combobox', { name: 'Code or name' })
  await field.focus()
  const codes = [60, 61, 62, 63, 64].map((at) => ndc(at).replaceAll('-', ''))
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await page.keyboard.type('120')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('5 good lines', { exact: true })).toBeVisible()
  await expect(field).toBeFocused()
  const { clicks, keys } = await read()
  expect(clicks).toBe(0)
  expect((keys - codes.join('').length) / codes.length).toBeLessThanOrEqual(12)
  expect(calls).toEqual(Array(5).fill('POST /api/quick-order/check'))

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

test('a file of lines is read in the page, as CSV and as a workbook', async ({ page, portal }) => {
  await open(page, portal, 'hannah@rainier-pediatrics.example')
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer })
  await choose('order.csv', Buffer.from(`NDC,Quantity\r\n${ndc(10)},4\r\n99999-9999-99,1\r\n`))
  await expect(page.getByText('1 good line, 1 to fix')).toBeVisible()
  const workbook = await writeXlsx({
    sheets: [
      {
        name: 'Order',
        rows: [
          ['NDC', 'Description', 'Quantity'],
          [ndc(11), 'From our shelf', 3],
          [ndc(12).replaceAll('-', ''), 'And this', 12],
        ],
      },
    ],
  })
  await choose('order.xlsx', Buffer.from(workbook))
  await expect(page.getByText('3 good lines, 1 to fix')).toBeVisible()
  await expect(page.getByLabel('Quantity of line 4', { exact: true })).toHaveValue('12')
  await choose('order.xlsx', Buffer.from('PK\u0003\u0004 and nothing else'))
  await expect(page.getByText(/damaged or not a spreadsheet|could not be read/)).toBeVisible()
  await expect(lines(page)).toHaveCount(4)
})

test('a scanner works wherever the focus is', async ({ page, portal }) => {
  await open(page, portal, 'buyer@demo.example')
  await page.getByLabel('Quantity', { exact: true }).fill('3')
  await scan(page, ndc(20).replaceAll('-', ''))
  await expect(page.getByText('1 good line', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Quantity of line 1', { exact: true })).toHaveValue('1')
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('3')
  await page.getByRole('button', { name: 'Add 1 good line' }).click()
  await expect(page.getByText('1 line added to the cart')).toBeVisible()
  await scan(page, `(10)24(01)${caseOf(22)}`)
  await expect(state(page, 1)).toContainText('Case code')
  await expect(page.getByLabel('Quantity of line 1', { exact: true })).toHaveValue('')

  await page.goto('/search')
  await page
    .getByRole('spinbutton', { name: /^Quantity of / })
    .first()
    .focus()
  await scan(page, `(21)7(01)${caseOf(21)}`)
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
  await expect(page.getByText('This is a case barcode. Quantities are counted in single packages.')).toBeVisible()
  await expect(page.getByText(ndc(21)).first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await scan(page, '99999999999')
  await expect(page.getByText('No Product Found')).toBeVisible()
  await expect(page).toHaveURL(/\/search\?query=99999999999$/)
})
