import { demoProducts } from '../demo/products.ts'
import { load, readNow } from './books.ts'
import { bearer, emptyCart, enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const buyer = 'buyer2@demo.example'
const sold = demoProducts().find(
  ({ isPublished, dummyNDC, countInStock, price, coldStatus }) =>
    isPublished && !dummyNDC && !coldStatus && countInStock > 200 && price > 1,
)

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

test('a credit note is marked and not to be paid, and the credit limit stands beside the order', async ({
  page,
  portal,
}) => {
  await emptyCart(portal, buyer)
  const headers = { authorization: `Bearer ${await bearer(portal, buyer)}` }
  const list = await fetch(`${portal.url}/api/users/InvoicesListFilter/${encodeURIComponent('{}')}`, { headers })
  const [{ partyID1: account }] = (await list.json()) as [{ partyID1: string }]
  const product = sold?.ndcNumber ?? ''
  await load(portal, {
    accounts: [{ id: account, name: 'Second pharmacy', credit: { limit: '1000.00', left: '0.50' } }],
    invoices: [
      {
        id: '99000001',
        account,
        date: '-1d',
        // Readings go on from the newest change they have seen.
        changed: '-0h',
        creditMemo: true,
        lines: [{ product, quantity: '1', price: '25.00' }],
      },
    ],
  })
  // A reading that was under way already may have passed by what was put into the books.
  const isThere = async () => {
    for (const kind of ['addresses', 'invoices', 'openItems']) await readNow(portal, kind)
    const found = await fetch(
      `${portal.url}/api/users/InvoicesListFilter/${encodeURIComponent('{"inv":"99000001"}')}`,
      { headers },
    )
    return ((await found.json()) as unknown[]).length
  }
  await expect.poll(isThere, { timeout: 40_000 }).toBe(1)

  await enterAs(page, buyer)
  await page.goto('/user-dashboard')
  await expect(page.getByText(/^of \$1,000\.00, as of \w{3} \d/)).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }

  await page.goto('/MyInvoices?query={"inv":"99000001"}')
  const row = page.getByRole('row', { name: /99000001/ })
  await expect(row.getByText('Credit note').first()).toBeVisible()
  await expect(row.getByText('-$25.00')).toBeVisible()
  await expect(page.getByText('Credit notes, taken off')).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }
  await row.getByRole('link', { name: 'View' }).click()
  await expect(page.getByRole('heading', { name: 'Credit note 99000001' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
  await page.goto('/payInvoices?ids=99000001')
  await expect(page.getByText('99000001 is a credit note: there is nothing to pay.')).toBeVisible()

  await page.goto('/quickorder')
  await page.getByLabel('Or paste lines').fill(`${product}, 1`)
  await page.getByRole('button', { name: 'Check lines' }).click()
  await page.getByRole('button', { name: /^Add 1 good line/ }).click()
  await page.goto('/placeorder')
  const credit = page.getByRole('region', { name: 'Credit' })
  await expect(credit.getByText('$1,000.00')).toBeVisible()
  await expect(credit.getByText(/^This order is \$\d[\d.,]* more than was left\.$/)).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }
  await emptyCart(portal, buyer)

  // Where the ERP says nothing any more, nothing is shown.
  await load(portal, { accounts: [{ id: account, name: 'Second pharmacy' }] })
  await readNow(portal, 'addresses')
  await page.goto('/user-dashboard')
  await expect(page.getByRole('heading', { name: 'All Invoices' })).toBeVisible()
  await expect(page.getByText('Credit left')).toHaveCount(0)
})
