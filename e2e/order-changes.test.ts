import { control } from './books.ts'
import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { enterAs, expect, mailedCode, mailsTo, overflowOf, test } from './journey.ts'
import { awaitNumber, placeOrderByApi, plainProduct } from './orders.ts'
import type { RunningPortal } from './portal.ts'

const buyer = 'buyer2@demo.example'
const admin = 'admin@demo.example'
const rep = 'rep@demo.example'

for (const width of [390, 1440])
  test(`a buyer lowers an order, then cancels it, and the page shows what the ERP says, ${width} px wide`, async ({
    page,
    portal,
  }) => {
    const id = await placeOrderByApi(portal, buyer, `CHANGE-${width}`, { quantity: 5 })
    await awaitNumber(portal, buyer, id)
    await page.setViewportSize({ width, height: 844 })
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
    await expect
      .poll(subjects)
      .toContainEqual(expect.stringMatching(new RegExp(`\\(PO CHANGE-${width}\\) was changed$`)))
    await expect
      .poll(subjects)
      .toContainEqual(expect.stringMatching(new RegExp(`\\(PO CHANGE-${width}\\) was canceled$`)))
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

/** The sales rep orders four pieces for a customer. */
const placeForCustomer = async (portal: RunningPortal, purchaseOrder: string): Promise<string> => {
  const { _id: customer } = await callAs(portal, buyer)
  const { _id: repId, call } = await callAs(portal, rep)
  const asked = new Date()
  await call('POST', `/api/orders/sendOTP/${customer}`, {})
  const otp = await mailedCode(portal, rep, asked)
  const { _id } = await call<{ _id: string }>('GET', `/api/products/slug/${plainProduct?.ndcNumber}`)
  const order = {
    orderItems: [{ _id, quantity: 4 }],
    shippingMethod: 'UPS GROUND',
    paymentMethod: 'By Invoice',
    purchaseOrder,
    otp,
  }
  return (await call<{ order: { _id: string } }>('POST', `/api/orders/ByAdmin/${repId}`, { order, forUser: customer }))
    .order._id
}

for (const width of [390, 1440])
  test(`a sales rep lowers a customer’s order and cancels it at ${width} px`, async ({ page, portal }) => {
    const id = await placeForCustomer(portal, `REP-${width}`)
    await awaitNumber(portal, rep, id)
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, rep)
    await page.goto(`/order/${id}`)
    const open = page.getByRole('button', { name: 'Change or cancel' })
    const dialog = page.getByRole('dialog', { name: 'Change or cancel order' })
    const changes = page.getByRole('region', { name: 'Changes' })
    await open.click()
    const quantity = dialog.getByRole('textbox', { name: /^New quantity of / })
    const send = dialog.getByRole('button', { name: 'Send change' })
    for (const wrong of ['1e1', '１', '', '-1', '5']) {
      await quantity.fill(wrong)
      await expect(send).toBeDisabled()
    }
    await quantity.fill(' 3.0 ')
    await send.dblclick()
    await expect(dialog).toBeHidden()
    await expect(changes.getByText(/^Requested by Marcus Bell/)).toHaveCount(1)
    await expect(changes.getByText('Changed', { exact: true })).toBeVisible()
    await expect(changes).toContainText('Quantity: 4')
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await open.click()
    await dialog.getByRole('button', { name: 'Cancel all lines' }).click()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByText(/This order was canceled/)).toBeVisible()
    await expect(changes.getByText('Canceled', { exact: true })).toBeVisible()
    await expect(open).toBeHidden()
  })
