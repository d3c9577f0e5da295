import { control, load, readNow } from './books.ts'
import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { awaitNumber, placeForCustomer, placeOrderByApi } from './orders.ts'
import type { RunningPortal } from './portal.ts'

const buyer = 'buyer2@demo.example'
const admin = 'admin@demo.example'
const rep = 'rep@demo.example'
const substitute = { id: '99999-0002-01', description: 'Another strength of it', unit: 'EA', price: '9.00' }
const product = '2 × Another strength of it (99999-0002-01)'

/** The ERP replaces two pieces of the order with a product that needs the buyer's yes. */
const offer = async (portal: RunningPortal, email: string, id: string): Promise<string> => {
  await awaitNumber(portal, email, id)
  const { call } = await callAs(portal, email)
  const { orderIdSap } = await call<{ orderIdSap: string }>('GET', `/api/orders/${id}`)
  await load(portal, { materials: [substitute] })
  await control(portal, 'POST', '/change', { order: orderIdSap, line: '10', substitute: substitute.id, quantity: '2' })
  await readNow(portal, 'orders')
  return orderIdSap
}

for (const width of [390, 1440])
  test(`a buyer accepts a substitute at ${width} px, and a clerk reads that it may ship`, async ({ page, portal }) => {
    const id = await placeOrderByApi(portal, buyer, `SUB-${width}`, { quantity: 6 })
    const number = await offer(portal, buyer, id)
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, buyer)
    await page.goto(`/order/${id}`)
    const items = page.getByRole('table', { name: 'Items' })
    await expect(items).toContainText(`Ordered 6, offered ${product}`)
    await expect(page.getByText('Why we ask: the substitute is not in the catalog.')).toBeVisible()
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
    const accept = page.getByRole('button', { name: 'Accept Another strength of it' })
    await accept.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
    await expect(accept).toHaveCount(0)
    await expect(items).toContainText(`Ordered 6, ships ${product}`)
    expect(await accessibilityFindings(page)).toEqual([])

    await enterAs(page, admin)
    await page.goto('/admin/sync')
    await expect(
      page.getByText(new RegExp(`Order ${number}, item \\d+: .* accepted 2 × Another`)).first(),
    ).toBeVisible()
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  })

for (const width of [390, 1440])
  test(`a sales rep declines a substitute at ${width} px, and the buyer, who was slower, reads it`, async ({
    page,
    browser,
    portal,
  }) => {
    const id = await placeForCustomer(portal, rep, buyer, { purchaseOrder: `SUBNO-${width}`, quantity: 6 })
    const number = await offer(portal, rep, id)
    const slower = await (await browser.newContext({ baseURL: portal.url })).newPage()
    await enterAs(slower, buyer)
    await slower.goto(`/order/${id}`)
    await expect(slower.getByRole('button', { name: 'Accept Another strength of it' })).toBeVisible()

    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, rep)
    await page.goto(`/order/${id}`)
    await page.getByRole('button', { name: 'Decline Another strength of it' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decline this substitute?' })
    await expect(dialog).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByText('Declined', { exact: true })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Items' })).toContainText('Substitute declined')
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)

    await slower.getByRole('button', { name: 'Accept Another strength of it' }).click()
    await expect(slower.getByText('This substitute was already declined.')).toBeVisible()
    await expect(slower.getByText(/^Declined/).first()).toBeVisible()
    await enterAs(page, admin)
    await page.goto('/admin/sync')
    await expect(page.getByText(new RegExp(`To be canceled in the ERP: order ${number}`)).first()).toBeVisible()
  })
