import { expect, mailedCode, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import type { RunningPortal } from './portal.ts'

interface Buyer {
  _id: string
  email: string
  token: string
}

const signInByApi = async ({ url }: RunningPortal, email: string): Promise<Buyer> => {
  const answer = await fetch(`${url}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'apotheca-demo' }),
  })
  return (await answer.json()) as Buyer
}

const order = async (portal: RunningPortal, { _id, email, token }: Buyer, purchaseOrder: string): Promise<string> => {
  const authorization = `Bearer ${token}`
  const asked = new Date()
  await fetch(`${portal.url}/api/orders/sendOTP/${_id}`, { method: 'POST', headers: { authorization } })
  const otp = await mailedCode(portal, email, asked)
  const { products } = (await (await fetch(`${portal.url}/api/products/search?query=metformin`)).json()) as {
    products: { _id: string }[]
  }
  const answer = await fetch(`${portal.url}/api/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      orderItems: [{ _id: products[0]?._id, quantity: 1 }],
      shippingMethod: 'UPS GROUND',
      purchaseOrder,
      otp,
    }),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { order: { _id: string } }).order._id
}

const numberOf = async ({ url }: RunningPortal, { token }: Buyer, id: string): Promise<string | null> => {
  const answer = await fetch(`${url}/api/orders/${id}`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { orderIdSap: string | null }).orderIdSap
}

/** Purchase orders of the portal's own orders in the ERP, in the order in which the ERP numbered them. */
const purchaseOrdersInErp = async ({ control }: RunningPortal, marked: string): Promise<string[]> => {
  const all = (await (await fetch(`${control}/orders`)).json()) as { id: string; purchaseOrder: string }[]
  return all
    .filter(({ purchaseOrder }) => purchaseOrder.startsWith(marked))
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .map(({ purchaseOrder }) => purchaseOrder)
}

test('while the ERP is away orders are accepted and say so; when it returns they arrive in order', async ({
  page,
  portal,
}) => {
  const buyer = await signInByApi(portal, 'buyer@demo.example')
  await fetch(`${portal.control}/off`, { method: 'POST' })
  const names = ['AWAY-1', 'AWAY-2', 'AWAY-3', 'AWAY-4']
  const ids: string[] = []
  for (const name of names) ids.push(await order(portal, buyer, name))

  await enterAs(page, 'buyer@demo.example')
  await page.goto(`/order/${ids[0]}`)
  await expect(page.getByText(/ID will follow/)).toBeVisible()
  expect(await purchaseOrdersInErp(portal, 'AWAY')).toEqual([])

  await fetch(`${portal.control}/on`, { method: 'POST' })
  await expect.poll(() => numberOf(portal, buyer, ids.at(-1) ?? ''), { timeout: 60_000 }).toMatch(/^\d+$/)
  expect(await purchaseOrdersInErp(portal, 'AWAY')).toEqual(names)
  await expect(page.getByText(/Your order number is \d+/)).toBeVisible()
})

test('a portal killed between placing and order export has the order in the ERP exactly once', async ({ portal }) => {
  const buyer = await signInByApi(portal, 'buyer2@demo.example')
  await fetch(`${portal.control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ on: 'POST SalesOrderCollection', kind: 'slow-commit', ms: 1_500, times: 1 }]),
  })
  const id = await order(portal, buyer, 'KILLED-1')
  await portal.kill()
  await portal.start()
  const again = await signInByApi(portal, 'buyer2@demo.example')
  await expect.poll(() => numberOf(portal, again, id), { timeout: 60_000 }).toMatch(/^\d+$/)
  expect(await purchaseOrdersInErp(portal, 'KILLED')).toEqual(['KILLED-1'])
})

test('an order that the ERP rejects says so in the lists, to the back office why, and to its buyer what to do', async ({
  page,
  portal,
}) => {
  const buyer = await signInByApi(portal, 'buyer@demo.example')
  await fetch(`${portal.control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ on: 'POST SalesOrderCollection', kind: 'status', status: 400 }]),
  })
  const id = await order(portal, buyer, 'REJECTED-1')

  await enterAs(page, 'buyer@demo.example')
  await page.goto('/orderhistory')
  const own = page.getByRole('row').filter({ hasText: 'REJECTED-1' })
  await expect(own).toContainText('Being checked')
  await expect(own).toContainText('do not order again')
  await expect(own).not.toContainText('ERP')

  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/orders')
  const row = page.getByRole('row').filter({ hasText: 'REJECTED-1' })
  await expect(row).toContainText('Rejected')
  await expect(row).toContainText('An internal error occurred. Put it right and try to sync, or delete it.')
  expect(await accessibilityFindings(page)).toEqual([])
  await row.getByRole('button', { name: 'Try to sync' }).click()
  await expect(page.getByText('The ERP did not take this order: An internal error occurred')).toBeVisible()

  await fetch(`${portal.control}/faults`, { method: 'DELETE' })
  await row.getByRole('button', { name: 'Try to sync' }).click()
  await expect.poll(() => numberOf(portal, buyer, id), { timeout: 60_000 }).toMatch(/^\d+$/)
  await expect(row).not.toContainText('Rejected')
})
