import { control } from './books.ts'
import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { enterAs, expect, mailsTo, overflowOf, test } from './journey.ts'
import { awaitNumber, placeForCustomer, placeOrderByApi } from './orders.ts'

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

for (const width of [390, 1440])
  test(`a sales rep lowers a customer’s order and cancels it at ${width} px`, async ({ page, portal }) => {
    const id = await placeForCustomer(portal, rep, buyer, { purchaseOrder: `REP-${width}`, quantity: 4 })
    await awaitNumber(portal, rep, id)
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, rep)
    await page.goto(`/order/${id}`)
    const open = page.getByRole('button', { name: 'Change or cancel' })
    const dialog = page.getByRole('dialog', { name: 'Change or cancel order' })
    const changes = page.getByRole('region', { name: 'Changes' })
    await open.click()
    // No customer is chosen, so there are no order guides to save to.
    await expect(page.getByRole('button', { name: /order guide|standing order/, includeHidden: true })).toHaveCount(0)
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

test('a customer asks to lower an order under review, and a second person releases it with the change', async ({
  page,
  portal,
}) => {
  const customer = 'olivia@lakeshore-drugs.example'
  const { call } = await callAs(portal, admin)
  const { rows } = await call<{ rows: { _id: string; order: { _id: string } }[] }>('GET', '/api/reviews')
  const review = rows[0]?._id ?? ''
  await page.setViewportSize({ width: 390, height: 900 })
  await enterAs(page, customer)
  await page.goto(`/order/${rows[0]?.order._id}`)
  await page.getByRole('button', { name: 'Change or cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change or cancel order' })
  await expect(dialog.getByText(/The reviewer sees your request, and the outcome of the review decides/)).toBeVisible()
  await dialog.getByRole('textbox', { name: /^New quantity of / }).fill('20')
  await dialog.getByLabel('Reason (optional)').fill('Typed a zero too many')
  await dialog.getByRole('button', { name: 'Send change' }).click()
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes.getByText('Change requested', { exact: true })).toBeVisible()
  await expect(page.getByText('Under review.')).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])

  await call('POST', `/api/reviews/${review}/start`, {})
  const read = () => call<{ __v: number; flagList: { _id: string }[] }>('GET', `/api/reviews/${review}`)
  for (const { _id: flag } of (await read()).flagList) {
    const { __v } = await read()
    await call('PUT', `/api/reviews/${review}/flags/${flag}`, {
      evidence: 'The customer corrects a typing error.',
      __v,
    })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, admin)
  await page.goto('/admin/users')
  await page
    .getByRole('row', { name: /^Helen Ortiz/ })
    .getByRole('link')
    .click()
  await page.getByRole('checkbox', { name: 'Read-only' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('User updated successfully')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 900 })
  await enterAs(page, 'director@demo.example')
  await page.goto(`/admin/review/${review}`)
  await expect(page.getByText(/Typed a zero too many/)).toBeVisible()
  await page.getByLabel('Reason').fill('The quantity is usual for this customer.')
  await page.getByRole('button', { name: 'Release order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release order' }).click()
  await expect(page.getByRole('button', { name: 'Release order' })).toHaveCount(0)
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])

  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, customer)
  await page.goto(`/order/${rows[0]?.order._id}`)
  await expect(changes.getByText('Changed', { exact: true })).toBeVisible()
  await expect(page.getByText('150 of 170 canceled')).toBeVisible()
  await expect(page.getByText('Under review.')).toHaveCount(0)
})
