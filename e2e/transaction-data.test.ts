import { writeFile } from 'node:fs/promises'
import { withCheckDigit } from '../src/shared/check-digit.ts'
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
  await page.getByRole('heading', { name: 'Serial numbers' }).click()
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

test('a buyer opens the transaction data of a line, and sees what is missing and not required', async ({ page }) => {
  await enterAs(page, buyer)
  await page.goto('/transactions')
  await page
    .getByRole('table', { name: 'Deliveries with transaction data' })
    .locator('tbody')
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('link', { name: /^Order \d/ }).click()
  const items = page.getByRole('table', { name: 'Items' })
  await items
    .getByRole('link', { name: /^Transaction data of/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Transaction statement' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Transaction data (DSCSA)' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toBe(0)
})

test('an admin sends the missing data of a delivery, which leaves the list', async ({ page }, info) => {
  await enterAs(page, admin)
  await page.goto('/admin/trace/missing')
  const rows = page
    .getByRole('table', { name: 'Deliveries without transaction data' })
    .locator('tbody')
    .getByRole('row')
  await expect(rows).toHaveCount(1)
  expect(await accessibilityFindings(page)).toEqual([])
  const order = rows.first().getByRole('link')
  const number = await order.innerText()
  await order.click()
  const lines = page.getByRole('table', { name: 'Items' }).locator('tbody').getByRole('row')
  const line = lines.filter({ hasText: 'Transaction data missing' }).first()
  const ndc = /\d{5}-\d{4}-\d{2}/.exec(await line.innerText())?.[0] ?? ''
  const quantity = Number(await line.getByRole('cell').nth(0).innerText())
  const file = info.outputPath('missing.xml')
  await writeFile(file, documentOf({ number, ndc, quantity }))
  await page.goto('/admin/trace')
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('row').filter({ hasText: 'missing.xml' })).toContainText('Accepted')
  await page.getByRole('link', { name: 'Missing', exact: true }).click()
  await expect(page.getByText('Nothing is missing')).toBeVisible()
  await page.getByRole('link', { name: 'Sent', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible()
})

test('an admin records a request, downloads the answer and closes it', async ({ page }) => {
  await enterAs(page, admin)
  await page.goto('/admin/trace/requests')
  await expect(page.getByRole('row').filter({ hasText: 'Demo State Board of Pharmacy' })).toContainText('left')
  await page.getByRole('button', { name: 'Record a request' }).click()
  const form = page.getByRole('form', { name: 'New request' })
  await form.getByLabel('Requested by').fill('FDA')
  await form.getByRole('button', { name: 'Record request' }).click()
  await expect(form.getByText('Enter a product, a lot or a serial number.')).toBeVisible()
  await form.getByLabel('Lot').fill('NO-SUCH-LOT')
  await form.getByRole('button', { name: 'Record request' }).click()
  await expect(page.getByText('Nothing stored')).toBeVisible()
  await expect(page.getByText(/^2[34] h \d+ min left$/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download answer (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^trace-request-.*\.csv$/)
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByText('Enter how it was answered.')).toBeVisible()
  await page.getByLabel('How and to whom was it answered?').fill('Nothing found; told FDA by phone.')
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByText('Nothing found; told FDA by phone.')).toBeVisible()
})

const wholesalerGln = withCheckDigit('952100000000')
const buyerGln = withCheckDigit('952101000123')

/** A document of the delivery with as many packages of the product as were shipped. */
const documentOf = ({ number, ndc, quantity }: { number: string; ndc: string; quantity: number }): string => {
  const [labeler = '', product = '', pack = ''] = ndc.split('-')
  const [prefix, item] = labeler.startsWith('0')
    ? [labeler.slice(1), product + pack]
    : product.startsWith('0')
      ? [labeler, product.slice(1) + pack]
      : [labeler, product + pack.slice(1)]
  return shipmentXml({
    seller: wholesalerGln,
    buyer: buyerGln,
    order: number,
    instance: `missing ${number}`,
    serials: Array.from({ length: quantity }, (_, at) => `E${at}`),
  })
    .replaceAll('030001.0012345', `03${prefix}.0${item}`)
    .replaceAll('030001.1012345', `03${prefix}.1${item}`)
    .replaceAll('0001-0123-45', ndc)
}
