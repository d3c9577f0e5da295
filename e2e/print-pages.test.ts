import { expect, enterAs, test } from './journey.ts'

/** As many as a pharmacy orders in a week. */
const longOrder = 40

test('an order is printed on the letterhead, ship-to first, forty lines on two sheets', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/orderhistory')
  await page.locator('tbody tr').last().getByRole('link', { name: 'Details' }).click()
  await page.waitForURL(/\/order\//)
  const items = page.getByRole('table', { name: 'Items' })
  await expect(items).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await items.evaluate((table, most) => {
    const body = table.querySelector('tbody')
    const rows = [...(body?.rows ?? [])]
    for (let at = rows.length; at < most; at++) body?.append(rows[at % rows.length]?.cloneNode(true) ?? '')
  }, longOrder)

  const letterhead = page.locator('[data-letterhead]')
  await expect(letterhead).toBeVisible()
  await expect(letterhead).toContainText('Apotheca')
  await expect(page.getByRole('banner')).toBeHidden()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  const top = async (text: string) => (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? Infinity
  expect(await top('Ship to')).toBeLessThan((await items.boundingBox())?.y ?? 0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2)
})
