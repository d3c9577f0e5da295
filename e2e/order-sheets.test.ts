import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { writeXlsx } from 'hucre'
import { demoProducts } from '../demo/products.ts'
import { callAs } from './call-as.ts'
import { fillCart } from './checkout.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import type { RunningPortal } from './portal.ts'
import { pressKey } from './press-key.ts'

const buyer = 'buyer2@demo.example'
// Some anesthetics are for hospitals only.
const sold = demoProducts().filter(
  ({ isPublished, dummyNDC, category, dea }) => isPublished && !dummyNDC && category !== 'Anesthesia' && dea !== 'CII',
)
const plenty = sold.filter(({ countInStock }) => countInStock > 150)
const bottles = plenty.filter(({ unitOfMeasure, packQuantity }) => unitOfMeasure === 'BTL' && packQuantity === 100)
const [none] = sold.filter(({ countInStock, isNonStocked }) => countInStock === 0 && !isNonStocked)
const ndc = (at: number) => plenty[at]?.ndcNumber ?? ''

const lines = (page: Page) => page.getByRole('table', { name: 'Lines' }).locator('tbody tr')
const quantities = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Quantity of line / })
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })

const open = async (page: Page, portal: RunningPortal) => {
  await fillCart(portal, buyer, [])
  await enterAs(page, buyer)
  await page.goto('/quickorder')
  await expect(page.getByRole('heading', { level: 1, name: 'Quick Order' })).toBeVisible()
}

const paste = async (page: Page, text: string) => {
  await page.getByLabel('Or paste lines').fill(text)
  await page.getByRole('button', { name: 'Review lines' }).click()
}

const upload = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer })

const cartOf = async (portal: RunningPortal): Promise<Map<string, number>> => {
  const { call } = await callAs(portal, buyer)
  const found = await call<{ lines: { slug: string; quantity: number }[] }>('GET', '/api/cart')
  return new Map(found.lines.map(({ slug, quantity }) => [slug, quantity]))
}

test('an order form is read by its Order column, says so, and shows what it left out', async ({ page, portal }) => {
  await open(page, portal)
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Read me', rows: [['Fill in the order and send it back']] },
      {
        name: 'Form',
        rows: [
          ['Our no.', 'NDC', 'Product', 'On hand', 'Par', 'Order'],
          [1, ndc(0), 'First', 40, 60, 2],
          [2, ndc(1), 'Filtered', 7, 10, 9],
          [3, ndc(2), 'Nothing', 30, 30, null],
          [4, ndc(3), 'Unclear', 3, 20, '1.5'],
        ],
        rowDefs: new Map([[2, { hidden: true }]]),
      },
      {
        name: 'Ward B',
        rows: [
          ['NDC', 'Stock'],
          [ndc(4), 11],
        ],
      },
    ],
  } as never)
  await upload(page, 'form.xlsx', Buffer.from(workbook))
  const note = page.getByRole('region', { name: 'form.xlsx' })
  await expect(note).toContainText('sheet “Form”: 2 lines. Quantity from column “Order”')
  await expect(summary(page)).toContainText('1 good line, 1 to fix')
  expect(await quantities(page)).toEqual(['2', ''])
  await expect(lines(page).nth(1)).toContainText('The line says: 1.5')
  await note.getByText(/left out/).click()
  for (const words of ['Header', 'Hidden row', 'No quantity', 'Sheet not read']) await expect(note).toContainText(words)

  // The user may still choose another column; the line number does not become a quantity before that.
  await note.getByRole('button', { name: 'Change columns' }).click()
  const question = page.getByRole('region', { name: 'Which columns are the code and the quantity?' })
  await expect(question.getByRole('combobox', { name: 'Column F, Order' })).toHaveValue('quantity')
  await question.getByRole('combobox', { name: 'Column D, On hand' }).selectOption('quantity')
  await expect(question.getByRole('combobox', { name: 'Column F, Order' })).toHaveValue('')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await quantities(page)).toEqual(['2', ''])
})

test('ambiguous columns are asked about once, also in a file from Windows', async ({ page, portal }) => {
  await open(page, portal)
  const csv = (rows: string[]) => Buffer.from(['NDC;Crème;Order;Qty', ...rows].join('\r\n'), 'latin1')
  await upload(page, 'monday.csv', csv([`${ndc(0)};é;4471;2`, `${ndc(1)};é;4471;5`]))
  const question = page.getByRole('region', { name: 'Which columns are the code and the quantity?' })
  await expect(question).toBeVisible()
  await expect(question.getByRole('row')).toHaveCount(3)
  await expect(question.getByRole('columnheader', { name: 'Crème' })).toBeVisible()
  await expect(lines(page)).toHaveCount(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await expect(question.getByRole('combobox', { name: 'Column C, Order' })).toHaveValue('')
  await expect(question).toContainText('Choose the column with the quantities.')
  await question.getByRole('combobox', { name: 'Column D, Qty' }).selectOption('quantity')
  await question.getByRole('button', { name: 'Use these columns' }).click()
  await expect(summary(page)).toContainText('2 good lines')
  expect(await quantities(page)).toEqual(['2', '5'])

  await page.reload()
  await expect(summary(page)).toContainText('2 good lines')
  await upload(page, 'thursday.csv', csv([`${ndc(2)};é;4472;7`]))
  await expect(page.getByRole('region', { name: 'thursday.csv' })).toContainText('1 line. Quantity from column “Qty”')
  await expect(question).toBeHidden()
  expect(await quantities(page)).toEqual(['2', '5', '7'])
})

test('a pasted list whose only numbers are pack sizes is asked about, and Cancel restores it', async ({
  page,
  portal,
}) => {
  await open(page, portal)
  const text = bottles
    .slice(0, 3)
    .map(({ ndcNumber }) => `${ndcNumber}\t100`)
    .join('\n')
  await paste(page, text)
  const question = page.getByRole('region', { name: 'Which columns are the code and the quantity?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Or paste lines')).toHaveValue(text)
  await page.getByLabel('Or paste lines').fill(text.replaceAll('\t100', '\t100\t3'))
  await page.getByRole('button', { name: 'Review lines' }).click()
  await expect(summary(page)).toContainText('3 good lines')
  expect(await quantities(page)).toEqual(['3', '3', '3'])
})

test('no pasted text disappears: it waits, and can be saved as it was', async ({ page, portal }) => {
  await open(page, portal)
  const pasted = [`1. ${ndc(0)}, 12`, `${ndc(1)} -3`, `${ndc(2)} or ${ndc(3)}, 4`, 'Thanks, Bob', `${ndc(0)}: 2`]
  await paste(page, pasted.join('\n'))
  await expect(summary(page)).toContainText('2 good lines, 3 to fix')
  await expect(lines(page)).toHaveCount(5)
  await expect(lines(page).nth(0)).toContainText('Same product as line 5')
  await expect(lines(page).nth(1)).toContainText('The line says: -3')
  await expect(lines(page).nth(1)).toContainText(`Original text: ${ndc(1)} -3`)
  await expect(lines(page).nth(2)).toContainText('More than one code')
  await expect(lines(page).nth(3)).toContainText('Not in the catalog')
  expect(await accessibilityFindings(page)).toEqual([])

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download unmatched lines' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('unmatched-lines.csv')
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv).toContain('Row,Original text,Code,Quantity,Reason')
  expect(csv).toContain(`2,${ndc(1)} -3,${ndc(1)},'-3,Quantity unclear: The line says: -3`)
  expect(csv).toContain('4,"Thanks, Bob","Thanks, Bob",,Not in the catalog')

  // Jumps from one to the next of these lines only.
  await summary(page).getByRole('button', { name: 'Show 3 to fix' }).click()
  await expect(lines(page)).toHaveCount(3)
  await summary(page).getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Quantity of line 2')).toBeFocused()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(summary(page)).toContainText('3 good lines, 2 to fix')
  await summary(page).getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Code of line 3')).toBeFocused()
  await summary(page).getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByLabel('Code of line 4')).toBeFocused()
  await summary(page).getByRole('button', { name: 'Show all lines' }).click()
  await expect(lines(page)).toHaveCount(5)

  await page.reload()
  await expect(summary(page)).toContainText('3 good lines, 2 to fix')
  await page.getByRole('button', { name: 'Add 3 good lines' }).click()
  await expect(page.getByText('3 lines added to the cart')).toBeVisible()
  expect(Object.fromEntries(await cartOf(portal))).toEqual({ [ndc(0)]: 14, [ndc(1)]: 3 })
  await expect(lines(page)).toHaveCount(2)
  // The list is still there after a visit to the cart.
  await page.getByRole('main').getByRole('link', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
  await page.goBack()
  await expect(lines(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear list' }).click()
  await expect(page.getByText('No lines yet')).toBeVisible()
})

test('a unit other than the product’s own is asked about, once for all lines with the same question', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, portal)
  const [one, two, three, four] = bottles.map(({ ndcNumber }) => ndcNumber)
  await paste(page, [`${one} 12 EA`, `${two} 3 EA`, `${three} 2 cs`, `${four} 5 BTL`].join('\n'))
  await expect(summary(page)).toContainText('1 good line, 3 to fix')
  await expect(lines(page).nth(0)).toContainText('12 EA, sold per bottle of 100')
  await expect(lines(page).nth(0).getByRole('button', { name: 'Order 12 bottles' })).toBeVisible()
  await expect(lines(page).nth(2)).toContainText('2 cs, sold per bottle of 100. Enter the number of single packages.')
  await expect(page.getByLabel('Quantity of line 3')).toHaveValue('')
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('button', { name: 'Order by the bottle on 2 lines' }).click()
  await expect(summary(page)).toContainText('3 good lines, 1 to fix')
  await page.getByLabel('Quantity of line 3').fill('24')
  await pressKey(page.getByLabel('Quantity of line 3'), 'Enter')
  await expect(summary(page)).toContainText('4 good lines')
  expect(await quantities(page)).toEqual(['12', '3', '24', '5'])
})

test('a product is added by its name with keys or mouse, and shows price and stock before its quantity', async ({
  page,
  portal,
}) => {
  await open(page, portal)
  const code = page.getByRole('combobox', { name: 'Code or name' })
  await code.focus()
  await page.keyboard.type('lisinopril')
  await expect(page.getByRole('option').first()).toContainText(/\$[\d.]+.*(in stock|Special order|Out of stock)/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const quantity = page.getByLabel('Quantity', { exact: true })
  await expect(quantity).toBeFocused()
  await expect(page.getByRole('group', { name: 'New line' }).getByRole('status')).toContainText('$')
  for (const wrong of ['1e3', '2.5', 'abc', '']) {
    await quantity.fill(wrong)
    await pressKey(quantity, 'Enter')
    await expect(page.getByText('Enter a whole number from 1 to 9,999.')).toBeVisible()
    await expect(quantity).toHaveValue(wrong)
  }
  await quantity.fill('2')
  await pressKey(quantity, 'Enter')
  await expect(lines(page).nth(0)).toContainText('Lisinopril')
  await expect(page.getByLabel('Quantity of line 1')).toHaveValue('2')
  await expect(code).toBeFocused()

  await page.keyboard.type('metformin')
  await page.getByRole('option').first().click()
  await expect(quantity).toBeFocused()
  await quantity.fill('3')
  await pressKey(quantity, 'Enter')
  await expect(lines(page)).toHaveCount(2)
  await expect(lines(page).nth(1)).toContainText(/metformin/i)

  // A name without a choice is not a code. An order guide has the same row, and stores no quantity that was not
  // entered.
  await code.fill('amlodipine')
  await pressKey(code, 'Escape')
  await pressKey(code, 'Enter')
  await expect(page.getByText('Choose a product from the list, or enter its code.')).toBeVisible()

  const { call } = await callAs(portal, buyer)
  const guide = await call<{ _id: string }>('POST', '/api/orderguides', { name: 'Quantities as written' })
  await page.goto(`/orderguides/${guide._id}`)
  await code.fill(ndc(0))
  await pressKey(code, 'Enter')
  for (const wrong of ['1e3', '2.5', 'abc', '']) {
    await quantity.fill(wrong)
    await pressKey(quantity, 'Enter')
    await expect(page.getByText('Enter a whole number from 1 to 9,999.')).toBeVisible()
  }
  await quantity.fill('12')
  await pressKey(quantity, 'Enter')
  await expect(page.getByRole('spinbutton', { name: /^Quantity of / })).toHaveValue('12')
  await code.fill('metformin')
  await page.getByRole('option').first().click()
  await quantity.fill('3')
  await pressKey(quantity, 'Enter')
  await expect(page.getByRole('spinbutton', { name: /^Quantity of / })).toHaveCount(2)
})

test('more lines than a cart can have are announced beforehand, and lines that do not fit stay', async ({
  page,
  portal,
}) => {
  expect(plenty.length).toBeGreaterThan(540)
  await open(page, portal)
  await paste(
    page,
    plenty
      .slice(0, 540)
      .map(({ ndcNumber }) => `${ndcNumber}, 1`)
      .join('\n'),
  )
  await expect(summary(page)).toContainText('540 good lines')
  await expect(summary(page)).toContainText(
    'A cart can have 500 lines, and yours has 0. 500 of these lines fit; 40 stay in this list.',
  )
  await page.getByRole('button', { name: 'Add 500 good lines' }).click()
  await expect(page.getByText('500 lines added to the cart')).toBeVisible()
  await expect(lines(page)).toHaveCount(40)
  expect((await cartOf(portal)).size).toBe(500)
  await expect(page.getByRole('button', { name: 'Add 0 good lines' })).toBeDisabled()
})

test('lines stay until the server has accepted them, and a lost answer adds nothing twice', async ({
  page,
  portal,
}) => {
  await open(page, portal)
  await paste(page, `${ndc(0)}, 2\n${ndc(1)}, 3\n${none?.ndcNumber}, 1`)
  await expect(summary(page)).toContainText('2 good lines, 1 to fix')
  await expect(lines(page).nth(2)).toContainText('Out of stock')
  // Aborted before it reaches the server.
  await page.route('**/api/cart', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Add 2 good lines' }).click()
  await expect(page.getByText('The portal did not answer. Your lines are still here. Try again.')).toBeVisible()
  await expect(lines(page)).toHaveCount(3)
  expect((await cartOf(portal)).size).toBe(0)
  // Accepted, but the answer is lost.
  await page.unroute('**/api/cart')
  await page.route('**/api/cart', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Add 2 good lines' }).click()
  await expect.poll(async () => (await cartOf(portal)).size).toBe(2)
  await expect(page.getByRole('button', { name: 'Add 2 good lines' })).toBeEnabled()
  await page.unroute('**/api/cart')
  await page.getByRole('button', { name: 'Add 2 good lines' }).click()
  await expect(page.getByText('2 lines added to the cart')).toBeVisible()
  await expect(lines(page)).toHaveCount(1)
  expect(Object.fromEntries(await cartOf(portal))).toEqual({ [ndc(0)]: 2, [ndc(1)]: 3 })
})
