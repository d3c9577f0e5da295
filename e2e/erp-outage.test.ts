import { control } from './books.ts'
import { enterAs, expect, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { awaitNumber, placeOrderByApi, purchaseOrdersInErp } from './orders.ts'

const buyer = 'buyer@demo.example'

test('orders are accepted during an ERP outage, and an admin deletes one; the others arrive in sequence', async ({
  page,
  browser,
  portal,
}) => {
  await control(portal, 'POST', '/off')
  const first = await placeOrderByApi(portal, buyer, 'AWAY-1')
  const doomed = await placeOrderByApi(portal, buyer, 'DOOMED-1')
  await placeOrderByApi(portal, buyer, 'AWAY-2')
  const last = await placeOrderByApi(portal, buyer, 'AWAY-3')
  await enterAs(page, buyer)
  await page.goto(`/order/${first}`)
  await expect(page.getByText(/ID will follow/)).toBeVisible()
  expect(await purchaseOrdersInErp(portal, 'AWAY')).toEqual([])

  const admin = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enterAs(admin, 'admin@demo.example')
  await admin.goto('/admin/orders')
  await admin.getByText('Legend').click()
  await expect(admin.getByText('Order entered in the external system')).toBeVisible()
  const rows = admin.getByRole('table').locator('tbody').getByRole('row')
  const numbered = rows.filter({ hasText: 'Completed' }).first()
  await expect(numbered.getByRole('link', { name: 'Details' })).toBeVisible()
  await expect(numbered.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await admin.getByLabel('Filter by Purchase order').fill('DOOMED')
  await expect(admin.getByText('Orders, 1 result', { exact: true })).toBeVisible()
  await rows.getByRole('button', { name: 'Delete' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Are you sure to delete?' })
  await dialog.getByLabel('Reason').fill('Ordered twice')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('Order deleted successfully')).toBeVisible()
  await expect(rows).toContainText('Canceled')
  await expect(rows.getByRole('button')).toHaveCount(0)

  await page.goto('/orderhistory?query={"purchaseOrder":"DOOMED"}')
  const own = page.getByRole('row').filter({ hasText: 'DOOMED-1' })
  await expect(own).toContainText('Canceled')
  await own.getByRole('link', { name: 'Details' }).click()
  await expect(page).toHaveURL(new RegExp(`/order/${doomed}$`))
  await expect(
    page.getByText(/^This order was canceled on .* by .*\. Reason: Ordered twice\. Nothing more/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Re-Order' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.goto(`/order/${first}`)

  await admin.goto('/admin/sync')
  const away = admin.getByText(/^Calls to the ERP have been paused since/)
  await expect(away).toBeVisible()
  expect(await accessibilityFindings(admin)).toEqual([])
  await control(portal, 'POST', '/on')
  await admin.getByRole('button', { name: 'Sync now: orders' }).click()
  await expect(away).toBeHidden()
  await admin.getByRole('button', { name: 'Check connection' }).click()
  await expect(admin.getByText('Invoice documents can be requested.')).toBeVisible()

  await awaitNumber(portal, buyer, last)
  expect(await purchaseOrdersInErp(portal, 'AWAY')).toEqual(['AWAY-1', 'AWAY-2', 'AWAY-3'])
  expect(await purchaseOrdersInErp(portal, 'DOOMED')).toEqual([])
  await expect(page.getByText(/Your order number is \d+/)).toBeVisible()
})

test('an order that the ERP rejects shows its buyer what to do and staff the reason, and staff resend it', async ({
  page,
  portal,
}) => {
  await control(portal, 'POST', '/faults', [{ on: 'POST SalesOrderCollection', kind: 'status', status: 400 }])
  const id = await placeOrderByApi(portal, buyer, 'REJECTED-1')

  await enterAs(page, buyer)
  await page.goto('/orderhistory')
  const own = page.getByRole('row').filter({ hasText: 'REJECTED-1' })
  await expect(own).toContainText('Being checked')
  await expect(own).toContainText('Do not order again')
  await expect(own).not.toContainText('ERP')

  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/orders')
  const row = page.getByRole('row').filter({ hasText: 'REJECTED-1' })
  await expect(row).toContainText('Rejected')
  await expect(row).toContainText('An internal error occurred. Fix the cause and try to sync, or delete it.')
  expect(await accessibilityFindings(page)).toEqual([])
  await row.getByRole('button', { name: 'Try to sync' }).click()
  await expect(page.getByText('The ERP rejected this order: An internal error occurred')).toBeVisible()

  await control(portal, 'DELETE', '/faults')
  await row.getByRole('button', { name: 'Try to sync' }).click()
  await awaitNumber(portal, buyer, id)
  await expect(row).not.toContainText('Rejected')
  await expect(row).toContainText(/^\d{6}/)
  await expect(row.getByRole('button', { name: 'Try to sync' })).toHaveCount(0)
})
