import type { Page } from '@playwright/test'
import { writeXlsx } from 'hucre'
import { demoProducts } from '../demo/products.ts'
import { bearer, emptyCart, expect, overflowOf, enterAs, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import type { RunningPortal } from './portal.ts'
import { searchCustomers } from './search-customers.ts'

const buyer = 'buyer2@demo.example'
const sold = demoProducts().filter(({ isPublished, dummyNDC }) => isPublished && !dummyNDC)
const plenty = sold.filter(({ countInStock }) => countInStock > 200)
const [none] = sold.filter(({ countInStock, isNonStocked }) => countInStock === 0 && !isNonStocked)
const ndc = (at: number) => plenty[at]?.ndcNumber ?? ''
const lines = (page: Page) => page.getByRole('table', { name: 'Lines' }).locator('tbody tr')

const open = async (page: Page, portal: RunningPortal) => {
  await emptyCart(portal, buyer)
  await enterAs(page, buyer)
  await page.goto('/quickorder')
  await expect(page.getByRole('heading', { level: 1, name: 'Quick Order' })).toBeVisible()
}

/** What a person does, and what the page asks for it, from here on. */
const watch = async (page: Page) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // What could be offered in place of what is sold out is asked beside them, and nobody waits for it.
    if (request.method() !== 'GET' && /^\/api\/(?!products\/equivalents)/.test(pathname))
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

test('fifty pasted lines, five wrong: on the cart in four clicks and one call', async ({ page, portal, context }) => {
  await open(page, portal)
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
  await expect(page.getByText('45 good lines, 5 to look at')).toBeVisible()
  expect(calls).toEqual(['POST /api/quick-order/check'])
  await page.getByRole('button', { name: 'Add 45 good lines' }).click()
  await expect(page.getByText('45 lines added to the cart')).toBeVisible()
  await expect.poll(() => calls).toEqual(['POST /api/quick-order/check', 'PUT /api/cart'])
  await page.getByRole('main').getByRole('link', { name: 'Cart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Cart' }).locator('tbody tr')).toHaveCount(45)
  const { clicks, keys } = await read()
  expect(clicks).toBeLessThanOrEqual(4)
  // Control and V.
  expect(keys).toBe(2)
})

test('a line of the entry row takes at most twelve keys beside its code', async ({ page, portal }) => {
  await open(page, portal)
  const { calls, read } = await watch(page)
  await page.getByRole('combobox', { name: 'Code or name' }).focus()
  const codes = [60, 61, 62, 63, 64].map((at) => ndc(at).replaceAll('-', ''))
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await page.keyboard.type('120')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('5 good lines', { exact: true })).toBeVisible()
  const { clicks, keys } = await read()
  expect(clicks).toBe(0)
  expect((keys - codes.join('').length) / codes.length).toBeLessThanOrEqual(12)
  expect(calls).toEqual(Array(5).fill('POST /api/quick-order/check'))
})

test('a file of lines is read in the page, as CSV and as a workbook', async ({ page, portal }) => {
  await open(page, portal)
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer })
  await choose('order.csv', Buffer.from(`NDC,Quantity\r\n${ndc(10)},4\r\n99999-9999-99,1\r\n`))
  await expect(page.getByText('1 good line, 1 to look at')).toBeVisible()
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
  await expect(page.getByText('3 good lines, 1 to look at')).toBeVisible()
  await expect(page.getByLabel('Quantity of line 4')).toHaveValue('12')
  await choose('order.xlsx', Buffer.from('PK\u0003\u0004 and nothing else'))
  await expect(page.getByText(/damaged or no spreadsheet|could not be read/)).toBeVisible()
  await expect(lines(page)).toHaveCount(4)
})

/** Two products whose ten digits are the same, written in other ways. */
const addTwins = async (portal: RunningPortal): Promise<void> => {
  const headers = { authorization: `Bearer ${await bearer(portal, 'admin@demo.example')}` }
  for (const ndcNumber of ['01234-5678-90', '12345-0678-90']) {
    const made = await fetch(`${portal.url}/api/products`, { method: 'POST', headers })
    const { product } = (await made.json()) as { product: { _id: string; __v: number } }
    const facts = { name: `Twin ${ndcNumber}`, category: 'Supplies', description: 'One of two', unitOfMeasure: 'EA' }
    const stock = { ndcNumber, price: 5, countInStock: 50, countInStockLoaded: 0, isPublished: true, __v: product.__v }
    const body = JSON.stringify({ ...facts, ...stock })
    const saved = await fetch(`${portal.url}/api/products/${product._id}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    expect(saved.status).toBe(200)
  }
}

test('where several products have a code, the buyer chooses', async ({ page, portal }) => {
  await addTwins(portal)
  await open(page, portal)
  await page.getByLabel('Or paste lines').fill('1234567890, 3')
  await page.getByRole('button', { name: 'Check lines' }).click()
  await expect(page.getByText('Several products have this code: choose one')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add 0 good lines' })).toBeDisabled()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflowOf(page)).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }
  await page.getByRole('button', { name: /^Twin 12345-0678-90/ }).click()
  await expect(page.getByText('1 good line', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add 1 good line' }).click()
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: 'Twin 12345-0678-90' })).toBeVisible()
  await emptyCart(portal, buyer)
})

test('a rep orders by the guides of the customer he works for', async ({ page }) => {
  await signIn(page, 'rep@demo.example')
  await page.getByRole('button', { name: /(Choose a|Change) customer/ }).click()
  await expect(page.getByText(/20 of \d+ customers/)).toBeVisible()
  await searchCustomers(page, 'laurel gap')
  await page.getByRole('option', { name: /Laurel Gap Pharmacy/ }).click()
  await page.goto('/orderguides')
  await page.getByRole('link', { name: 'Monday order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Monday order' })).toBeVisible()
  await page.getByRole('button', { name: /^Add all \d+ lines? to the cart$/ }).click()
  await expect(page.getByText(/^\d+ lines? added to the cart$/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.goto('/cart')
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('Laurel Gap Pharmacy')
  await expect(page.getByRole('table', { name: 'Cart' }).locator('tbody tr').first()).toBeVisible()
  await page.getByRole('button', { name: 'Done with this customer' }).click()
  await expect(page.getByText('Cart is empty.')).toBeVisible()
})

test('tiles that are sold out offer what is in stock of the same drug', async ({ page, portal }) => {
  await emptyCart(portal, buyer)
  await enterAs(page, buyer)
  await page.goto('/search?query=rosuvastatin+10+mg')
  await page.getByRole('button', { name: 'Tiles' }).click()
  const offer = page.getByRole('list', { name: /^In place of Rosuvastatin/ }).first()
  await expect(offer).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflowOf(page)).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }
  await offer
    .getByRole('button', { name: /^Take this instead: / })
    .first()
    .click()
  await expect(page.getByText('Product added to the cart')).toBeVisible()
  await page.getByRole('button', { name: 'List' }).click()
  await emptyCart(portal, buyer)
})
