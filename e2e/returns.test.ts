import { accessibilityFindings } from './check-page.ts'
import { load, readNow } from './books.ts'
import { callAs } from './call-as.ts'
import { searchCustomers } from './customers.ts'
import { enterAs, expect, mailsTo, overflowOf, test } from './journey.ts'
import type { RunningPortal } from './portal.ts'

const buyer = 'buyer@demo.example'
const admin = 'admin@demo.example'

/** A PNG of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Shipped {
  order: string
  number: string
  lines: { lineNo: number; name: string; number: string }[]
}

/** A shipped order of the demo's buyer with lines that are not controlled. */
const shippedOrder = async (portal: RunningPortal, at: number): Promise<Shipped> => {
  const { call } = await callAs(portal, buyer)
  const { rows } = await call<{ rows: { order: { _id: string; orderIdSap: string } }[] }>('GET', '/api/returns')
  const { _id: order, orderIdSap: number } = rows[at]?.order ?? { _id: '', orderIdSap: '' }
  const { lines } = await call<{ lines: (Shipped['lines'][number] & { schedule: string; storage: string })[] }>(
    'GET',
    `/api/returns/items?order=${order}`,
  )
  return { order, number, lines: lines.filter(({ schedule, storage }) => schedule === 'none' && storage === 'room') }
}

test('a buyer asks on a phone, a clerk authorizes and receives, and the ERP’s credit note closes the return', async ({
  page,
  portal,
}) => {
  const { order, number, lines } = await shippedOrder(portal, 0)
  const line = lines[1]
  if (!line) throw new Error('The demo has no order with two lines.')
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, buyer)
  await page.goto(`/order/${order}`)
  await page.getByRole('main').getByRole('link', { name: 'Return or report' }).click()
  await page.getByRole('button', { name: `Return or report: ${line.name}` }).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Choose a reason.')).toBeVisible()
  const fields = page.getByRole('group', { name: `${line.name}, return` })
  await fields.getByLabel('Reason').selectOption('Ordered by mistake')
  await fields.getByLabel('Condition').selectOption('Opened')
  await fields.getByLabel('Lot').fill('LOT-7')
  await fields.getByLabel('Expiry date').fill('2030-01-31')
  await expect(fields.getByText('Opened packages can’t be returned.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(/^Some lines are incomplete/)).toBeVisible()
  await fields.getByLabel('Reason').selectOption('Damaged')
  await expect(fields.getByText('We take damaged goods of any kind.')).toBeVisible()
  await fields.getByLabel('Description').fill('The carton is crushed.')
  await page.getByRole('button', { name: 'Send request' }).click()

  await expect(page.getByRole('heading', { level: 2, name: /^Return request \d{6}$/ })).toBeVisible()
  const request = /\d{6}/.exec(await page.getByRole('heading', { level: 2, name: /^Return request/ }).innerText())?.[0]
  await page.locator('input[type=file]').setInputFiles({ name: 'carton.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  const address = new URL(page.url()).pathname

  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, admin)
  await page.goto('/admin/returns')
  await page.getByRole('searchbox', { name: 'Find a return' }).fill(number)
  await page.getByRole('searchbox', { name: 'Find a return' }).press('Enter')
  await page
    .getByRole('table', { name: 'Returns' })
    .getByRole('link', { name: `Return request ${request}` })
    .click()
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Authorize return' }).click()
  await expect(page.getByText('Enter the instructions.')).toBeVisible()
  await page.getByLabel('Prepared answer').selectOption('Ship to our warehouse')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Authorize return' }).click()
  await expect(page.getByRole('heading', { level: 2, name: `RMA-${request}` })).toBeVisible()
  const received = page.getByRole('textbox', { name: /^Received/ })
  await received.fill('-1')
  await page.getByRole('button', { name: 'Record receipt' }).click()
  await expect(page.getByText('Enter a quantity.')).toBeVisible()
  await received.fill('1')
  await page.getByLabel('Condition').selectOption('Damaged')
  await expect(page.getByText('Damaged goods are never restocked.')).toBeVisible()
  await page.getByRole('button', { name: 'Record receipt' }).click()
  await expect(page.getByText('Receipt recorded')).toBeVisible()

  await load(portal, {
    invoices: [
      {
        id: '99000077',
        order: number,
        date: '-0d',
        changed: '-0h',
        creditMemo: true,
        lines: [{ product: line.number, quantity: '1', price: '5.00' }],
      },
    ],
  })
  await readNow(portal, 'invoices')
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, buyer)
  await page.goto(address)
  await expect(page.getByText('Credited with credit note 99000077.')).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  const subjects = (await mailsTo(portal, buyer)).map(({ subject }) => subject)
  for (const step of ['authorized', 'received', 'credited']) expect(subjects).toContain(`RMA-${request} was ${step}`)
})

test('a sales rep reports missing goods for a customer, and the clerk refuses with a reason', async ({
  page,
  portal,
}) => {
  const { order, lines } = await shippedOrder(portal, 1)
  const line = lines[1]
  if (!line) throw new Error('The demo has no order with two lines.')
  await enterAs(page, 'rep@demo.example')
  await page.goto('/placeorder')
  await searchCustomers(page, 'harbor street')
  await page.getByRole('option', { name: /Harbor Street Pharmacy.*\d people/ }).click()
  await page.getByRole('combobox', { name: 'Which user of Harbor Street Pharmacy?' }).click()
  await page.getByRole('option', { name: 'Grace Ellison', exact: true }).click()
  await expect(page.getByText('Ordering for')).toBeVisible()
  await page.goto(`/order/${order}`)
  await expect(page.getByRole('button', { name: 'Make a standing order' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Return or report' }).click()
  await page.getByRole('button', { name: `Return or report: ${line.name}` }).click()
  const fields = page.getByRole('group', { name: `${line.name}, return` })
  await fields.getByLabel('Reason').selectOption('Not received')
  await expect(fields.getByText('We look into what did not arrive.')).toBeVisible()
  await expect(fields.getByLabel('Lot')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send request' }).click()
  const heading = page.getByRole('heading', { level: 2, name: /^Return request \d{6}$/ })
  await expect(heading).toBeVisible()
  const address = new URL(page.url()).pathname

  await enterAs(page, admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)
  await page.getByRole('button', { name: 'Refuse', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refuse this request?' })
  await expect(dialog.getByRole('button', { name: 'Refuse', exact: true })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('The carrier has your signature.')
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(page.getByText('The carrier has your signature.')).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await enterAs(page, buyer)
  await page.goto(address)
  await expect(page.getByText('We can’t accept this return.')).toBeVisible()
})
