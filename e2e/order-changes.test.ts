import { control } from './books.ts'
import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { enterAs, expect, mailsTo, overflowOf, test } from './journey.ts'
import { awaitNumber, placeOrderByApi } from './orders.ts'

const buyer = 'buyer2@demo.example'
const admin = 'admin@demo.example'

test('a buyer lowers an order on a phone, then cancels it, and the page shows what the ERP says', async ({
  page,
  portal,
}) => {
  const id = await placeOrderByApi(portal, buyer, 'CHANGE-1', { quantity: 5 })
  await awaitNumber(portal, buyer, id)
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, buyer)
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Change or cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change or cancel order' })
  const quantity = dialog.getByRole('textbox', { name: /^New quantity of / })
  const send = dialog.getByRole('button', { name: 'Send change' })
  await expect(send).toBeDisabled()
  await quantity.fill('6')
  await expect(dialog.getByText('At most 5')).toBeVisible()
  await expect(send).toBeDisabled()
  expect(await accessibilityFindings(page)).toEqual([])
  await quantity.fill('2')
  await dialog.getByLabel('Reason (optional)').fill('Two are enough')
  await send.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Changed', { exact: true })).toBeVisible()
  await expect(page.getByText('Two are enough')).toBeVisible()
  await expect(page.getByText('3 of 5 canceled')).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Change or cancel' }).click()
  await dialog.getByRole('button', { name: 'Cancel all lines' }).click()
  await expect(dialog.getByText('2 ordered. This line will be canceled.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText(/This order was canceled/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change or cancel' })).toBeHidden()
  const subjects = async () => (await mailsTo(portal, buyer)).map(({ subject }) => subject)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/\(PO CHANGE-1\) was changed$/))
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/\(PO CHANGE-1\) was canceled$/))
})

test('an admin asks too late, and the page and an email say so', async ({ page, portal }) => {
  const id = await placeOrderByApi(portal, buyer, 'CHANGE-2', { quantity: 5 })
  await awaitNumber(portal, buyer, id)
  const { call } = await callAs(portal, buyer)
  const { orderIdSap } = await call<{ orderIdSap: string }>('GET', `/api/orders/${id}`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, admin)
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Change or cancel' }).click()
  await control(portal, 'POST', '/deliver', { order: orderIdSap, lines: [{ line: '10', quantity: '1' }] })
  const dialog = page.getByRole('dialog', { name: 'Change or cancel order' })
  await dialog.getByRole('button', { name: 'Cancel all lines' }).click()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Too late: The order is already being shipped.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change or cancel' })).toBeHidden()
  expect(await accessibilityFindings(page)).toEqual([])
  await expect
    .poll(async () => (await mailsTo(portal, admin)).map(({ subject }) => subject))
    .toContain(`Your change of order ${orderIdSap} was not possible`)
})
