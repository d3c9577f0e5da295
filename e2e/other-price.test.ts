import { load, readNow } from './books.ts'
import { bearer, enterAs, expect, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

interface Order {
  _id: string
  orderIdSap: string | null
  orderFromSAP: boolean
  itemsPrice: number
  orderItems: { slug: string }[]
}

const buyer = 'buyer@demo.example'
const delivered = encodeURIComponent('{"orderStatusSap":"3"}')

test('that the ERP billed another price is said to buyer and clerk, on the order and on its invoice', async ({
  page,
  portal,
}) => {
  const headers = { authorization: `Bearer ${await bearer(portal, buyer)}` }
  const read = async <T>(path: string) => (await (await fetch(portal.url + path, { headers })).json()) as T
  const orders = await read<Order[]>(`/api/orders/mineSAPLocal/${delivered}`)
  const ordered = orders.find(({ orderIdSap, orderFromSAP }) => orderIdSap && !orderFromSAP)
  const { _id, orderIdSap, itemsPrice, orderItems } = await read<Order>(`/api/orders/${ordered?._id}`)
  await load(portal, {
    invoices: [
      {
        id: '99000101',
        order: orderIdSap,
        date: '-0h',
        lines: [{ product: orderItems[0]?.slug, quantity: '1', price: (itemsPrice + 2.5).toFixed(2) }],
      },
    ],
  })

  await enterAs(page, buyer)
  const note = page.getByRole('note').filter({ hasText: 'The invoice has another price than the order' })
  await expect(async () => {
    await readNow(portal, 'invoices')
    await page.goto('/viewInvoice/99000101')
    await expect(note).toContainText(' more. Ask us before you pay', { timeout: 5_000 })
  }).toPass()
  await page.goto(`/order/${_id}`)
  await expect(note).toContainText(' more. Ask us before you pay')
  expect(await accessibilityFindings(page)).toEqual([])

  await enterAs(page, 'admin@demo.example')
  for (const path of [`/order/${_id}`, '/viewInvoice/99000101']) {
    await page.goto(path)
    await expect(note).toContainText(' more. Correct the price in the ERP')
  }
})
