import { demoProducts } from '../demo/products.ts'
import { bearer, expect, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const soldOut = demoProducts().filter(
  ({ isPublished, countInStock, isNonStocked }) => isPublished && countInStock === 0 && !isNonStocked,
)
const product = soldOut.at(-1)

test('who waits for a product sees it everywhere, is written to when it is there, and takes it off again', async ({
  page,
  portal,
}) => {
  await enterAs(page, 'buyer2@demo.example')
  await page.goto(`/search?query=${product?.ndcNumber}`)
  const mark = page.getByRole('button', { name: /^Notify me: / })
  await expect(mark).toHaveAttribute('aria-pressed', 'false')
  await mark.click()
  await expect(mark).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText(/^We write to you when it is in stock, until /)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Do not notify me' }).click()
  await page.getByLabel('Quantity', { exact: true }).first().fill('24')
  await page.getByRole('button', { name: 'Notify me when 24 are in stock' }).click()
  await expect(page.getByText(/^We write to you when 24 are in stock, until /)).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText(/^24 wanted · 0 in stock · until /)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  const token = await bearer(portal, 'admin@demo.example')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const found = await fetch(`${portal.url}/api/products/slug/${product?.ndcNumber}`, { headers })
  const { _id, name } = (await found.json()) as { _id: string; name: string }
  const body = JSON.stringify({ quantity: 24, reason: 'Delivery' })
  await fetch(`${portal.url}/api/products/${_id}/stock`, { method: 'POST', headers, body })
  await expect
    .poll(async () => {
      const mails = await fetch(`${portal.url}/dev/mailbox?to=buyer2%40demo.example`, {
        headers: { accept: 'application/json' },
      })
      return mails.text()
    })
    .toContain(`In stock again: ${name}`)

  await page.reload()
  await page.getByRole('button', { name: `Do not notify me: ${name}` }).click()
  await expect(page.getByRole('heading', { name: 'Products you wait for' })).toBeHidden()
})
