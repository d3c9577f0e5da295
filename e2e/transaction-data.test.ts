import { writeFile } from 'node:fs/promises'
import { shipmentXml } from '../src/traceability/epcis/testing-documents.ts'
import { accessibilityFindings } from './check-page.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { pressKey } from './press-key.ts'

const admin = 'admin@demo.example'
const buyer = 'buyer@demo.example'

test('a buyer scans a package and reads the transaction information and statement of its delivery', async ({
  page,
}) => {
  await enterAs(page, buyer)
  await page.goto('/orderhistory')
  await page.getByRole('main').getByRole('link', { name: 'Transaction data' }).click()
  const deliveries = page
    .getByRole('table', { name: 'Deliveries with transaction data' })
    .locator('tbody')
    .getByRole('row')
  await expect(deliveries).toHaveCount(3)
  await deliveries.first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Transaction statement' })).toBeVisible()
  await expect(page.getByText('Seller has complied with each applicable subsection')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  const products = page.getByRole('table', { name: 'Products by lot' }).locator('tbody').getByRole('row')
  const facts = await products.first().innerText()
  const [gtin, lot] = [/\b\d{14}\b/.exec(facts)?.[0] ?? '', /\bL\d{5}\b/.exec(facts)?.[0] ?? '']
  await page
    .getByText(/^Serial numbers:/)
    .first()
    .click()
  const serial = /\d{12}/.exec(await page.locator('details[open]').innerText())?.[0] ?? ''

  await page.goto('/transactions')
  const search = page.getByRole('searchbox', { name: 'Find a package or delivery' })
  await search.fill(`(01)${gtin}(21)${serial}(10)${lot}`)
  await pressKey(search, 'Enter')
  await expect(deliveries).toHaveCount(1)
  await search.fill('no such lot')
  await pressKey(search, 'Enter')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflowOf(page)).toBe(0)
})

test('an admin uploads documents, sees why one is refused, and accepts one with findings', async ({ page }, info) => {
  const [broken, lacking] = [info.outputPath('broken.xml'), info.outputPath('lacking.xml')]
  await writeFile(broken, '<Order/>')
  await writeFile(lacking, shipmentXml({ lot: '', instance: 'journey' }))
  await enterAs(page, admin)
  await page.goto('/admin/trace')
  await expect(page.getByRole('row').filter({ hasText: 'shipment-to-closed-pharmacy.xml' })).toContainText(
    'No customer',
  )
  await page.locator('input[type=file]').setInputFiles([broken, lacking])
  await expect(page.getByText('The root element is Order, not an EPCISDocument')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'lacking.xml' })
  await expect(row).toContainText('Unclear parties')
  await row.getByRole('link').click()
  await expect(page.getByText('Event 3: 4 packages without a lot number.')).toBeVisible()
  await page.getByRole('button', { name: 'Accept document' }).click()
  await expect(page.getByText('Enter the reason.')).toBeVisible()
  await page.getByLabel('Why is it acceptable?').fill('A sample of the supplier, for our files.')
  await page.getByRole('button', { name: 'Accept document' }).click()
  await expect(page.getByText('The document is accepted.')).toBeVisible()
  await expect(page.getByText('A sample of the supplier, for our files.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})
