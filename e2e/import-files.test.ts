import { readFile, writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { writeXlsx } from 'hucre'
import sharp from 'sharp'
import { zipOf } from '../src/spreadsheets/web/testing-archives.ts'
import { callAs } from './call-as.ts'
import { enterAs, expect, mailsTo, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { makeProducts } from './make-products.ts'

const admin = 'admin@demo.example'

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

const csv = (name: string, text: string): Upload => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const xlsx = async (name: string, book: Parameters<typeof writeXlsx>[0]): Promise<Upload> => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(await writeXlsx(book)),
})

const openImport = async (page: Page) => {
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'Import Products (Excel)', exact: true }).click()
  await expect(page.getByText('Drop a spreadsheet here, or')).toBeVisible()
}

const chooseKind = async (page: Page, kind: string) => {
  await press(page, 'Import a file')
  await page.getByRole('button', { name: new RegExp(`^${kind}`) }).click()
}

const choose = (page: Page, file: Upload | string) => page.locator('input[type=file]').setInputFiles(file)

const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click()

const undo = async (page: Page) => {
  await press(page, 'Undo')
  await press(page.getByRole('dialog', { name: 'Undo this import?' }), 'Undo')
}

test('unreadable files say why, and a workbook is mapped, previewed, imported, reported and compared', async ({
  page,
}) => {
  await enterAs(page, admin)
  await openImport(page)
  const dialog = page.getByRole('dialog', { name: 'Import Products (Excel)' })
  // Other damaged files are covered by src/spreadsheets/web/read-sheets.test.ts.
  await choose(page, csv('page.xls', '<html><table><tr><td>1</td></tr></table></html>'))
  await expect(dialog.getByRole('alert')).toContainText('web page saved under a spreadsheet name')
  await choose(page, csv('broken.xlsx', 'PK\u0003\u0004 and nothing else'))
  await expect(dialog.getByRole('alert')).toContainText('damaged or not a spreadsheet')

  const rows = [
    ['Northern Wholesale', null, null, null, null, null],
    ['NDC', 'Item', 'Unit price', 'Sale price', 'Qty', 'Producer'],
    ['99901-1001-01', 'Importol 5 mg', 12.5, 11, 40, '<script>alert(1)</script>'],
    ['99901-1002-01', '=HYPERLINK("http://x.example")', 7, 6, 1, 'Labs'],
    ['99901-1001-01', 'Importol again', 1, 1, 1, 'Labs'],
    ['not a code', 'Nothing', 1, 1, 1, 'Labs'],
  ]
  const readMe = { name: 'Read me', rows: [['Our prices of November']] }
  await choose(page, await xlsx('prices.xlsx', { sheets: [readMe, { name: 'Prices', rows }] }))
  await expect(page.getByLabel('Sheet', { exact: true })).toHaveValue('1')
  await expect(page.getByLabel('Header row')).toHaveValue('2')
  await expect(dialog.getByText('Not imported: sheet “Read me” (1 row).')).toBeVisible()
  await expect(dialog.getByText('Choose the Price column above.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Preview', exact: true })).toBeDisabled()
  await page.getByLabel('Which column is Price?').selectOption('Unit price')
  await expect(page.getByLabel('Import Unit price as')).toHaveValue('price')
  await page.getByLabel('Import Producer as').selectOption('Manufacturer')
  expect(await accessibilityFindings(page)).toEqual([])
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.keyboard.press('Escape')
  await expect(leaving.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(leaving).toBeHidden()
  await expect(page.getByLabel('Import Producer as')).toHaveValue('manufacturer')
  await press(dialog, 'Preview')
  await expect(page.getByRole('button', { name: 'New 2', exact: true })).toBeVisible()
  await press(page, 'Rejected 2')
  await expect(page.getByText('Row 3 has the same NDC.')).toBeVisible()
  await expect(page.getByText('“not a code” is not an NDC.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await press(dialog, 'Import 2 products')
  await expect(page.getByText('Products have been imported !')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await press(dialog, 'Download report')
  const report = await readFile(await (await downloading).path(), 'utf8')
  expect(report).toContain('3,new,99901-1001-01,Importol 5 mg')
  expect(report).toContain(`"'=HYPERLINK(""http://x.example"")"`)
  await page.goto('/product/99901-1001-01')
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible()

  await openImport(page)
  await choose(page, csv('again.csv', 'NDC;Name;Price\n99901100101;Importol 5 mg;12.50\n99901-1002-01;;9\n'))
  await press(dialog, 'Preview')
  await expect(page.getByRole('button', { name: 'Unchanged 1', exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: /Price: 7 9/ })).toBeVisible()
})

test('on a phone, an import outlives its page, is found in the list, applied and undone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await enterAs(page, admin)
  await openImport(page)
  await choose(page, csv('shelf.csv', 'Our shelf,,,\nNDC,Name,Cost,Price,Qty\n99904-1001-01,Shelfol 5 mg,9,12.50,40\n'))
  await expect(page.getByLabel('Import Cost as')).toHaveValue('')
  await expect(page.getByRole('radio', { name: /Stock when the file was created/ })).toBeChecked()
  await expect(page.getByLabel('File created', { exact: true })).not.toHaveValue('')
  await press(page, 'Preview')
  await expect(page.getByRole('button', { name: 'New 1', exact: true })).toBeVisible()
  await press(page, 'Back')
  await press(page, 'Preview')
  await expect(page.getByText('Price: 12.5')).toBeVisible()
  await expect(page.getByText('Count In Stock: 40')).toBeVisible()
  const previewed = page.getByRole('table', { name: 'Rows of the sheet' }).locator('tbody').getByRole('row')
  expect((await previewed.boundingBox())?.height ?? Infinity).toBeLessThanOrEqual(96)

  await page.goto('/admin/imports')
  const row = page.getByRole('row').filter({ hasText: 'shelf.csv' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Pending')
  await row.getByRole('link').click()
  await press(page, 'Import 1 product')
  await expect(page.getByText('Products have been imported: 1 new')).toBeVisible()
  await undo(page)
  await expect(page.getByText('1 row was undone')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})

const rowsOfImport = /\/api\/imports\/[^/]+\/rows$/

test('an import whose rows are being sent can be left, resumed and sent again', async ({ page }, info) => {
  await enterAs(page, admin)
  await openImport(page)
  // From disk, because the modification time is part of the file's fingerprint.
  const file = info.outputPath('on-its-way.csv')
  await writeFile(file, 'NDC,Name,Price\n99907-1001-01,Wayol,3\n')
  await choose(page, file)
  const send = async () => {
    const sending = page.waitForRequest(rowsOfImport)
    await press(page, 'Preview')
    await sending
  }
  const preview = page.getByRole('button', { name: 'Preview', exact: true })
  await page.route(rowsOfImport, () => {})
  await send()
  await press(page, 'Back')
  const name = page.getByLabel('Import Name as')
  await name.selectOption('')
  await name.selectOption('name')
  await expect(preview).toBeEnabled()
  await send()
  page.once('dialog', (question) => void question.accept())
  await openImport(page)
  await page.unroute(rowsOfImport)

  await test.step('the rows sent again survive the discarding of the first ones', async () => {
    await choose(page, file)
    await page.route(rowsOfImport, () => {}, { times: 1 })
    const { promise: isSentAnew, resolve: goOn } = Promise.withResolvers<null>()
    await page.route(/\/api\/imports\/[^/]+$/, async (route) => {
      if (route.request().method() === 'DELETE') await isSentAnew
      await route.continue()
    })
    await send()
    const steps: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/imports')) steps.push('begun anew')
    })
    page.on('response', (answer) => {
      if (answer.request().method() === 'DELETE') steps.push('discarded')
    })
    const discarding = page.waitForRequest((request) => request.method() === 'DELETE')
    await press(page, 'Back')
    await discarding
    await press(page, 'Preview')
    await expect(preview).toHaveCount(0)
    goOn(null)
    await expect(page.getByRole('button', { name: 'New 1', exact: true })).toBeVisible()
    expect(steps).toEqual(['discarded', 'begun anew'])
    await press(page, 'Import 1 product')
    await expect(page.getByText('Products have been imported !')).toBeVisible()
  })
  await page.goto('/admin/imports')
  await expect(page.getByRole('row').filter({ hasText: 'on-its-way.csv' })).toHaveCount(1)
})

test('a lost answer in the middle of an import is retried, and no part is written twice', async ({ page }) => {
  await enterAs(page, admin)
  await openImport(page)
  const rows = Array.from({ length: 40 }, (_, at) => `99903-${1000 + at}-01,Steady ${at},2,5`)
  await choose(page, csv('steady.csv', `NDC,Name,Price,Qty\n${rows.join('\n')}\n`))
  let answers = 0
  await page.route(rowsOfImport, async (route) => {
    // The portal processes the request; only its answer never arrives.
    const answer = await route.fetch()
    return answers++ === 0 ? route.abort() : route.fulfill({ response: answer })
  })
  await press(page, 'Preview')
  await expect(page.getByRole('button', { name: 'New 40', exact: true })).toBeVisible()
  await press(page, 'Import 40 products')
  await expect(page.getByText('Products have been imported: 40 new')).toBeVisible()
  expect(answers).toBe(2)

  await openImport(page)
  const lots = rows.map((row, at) => row.replace(/Steady.*/, `Lot A${at} of warehouse,2,5`))
  await choose(page, csv('lots.csv', `NDC,Name,Price,Qty\n${lots.join('\n')}\n`))
  await press(page, 'Preview')
  await press(page, 'Import 40 products')
  const asked = page.getByRole('dialog', { name: 'Change most of the rows in this file?' })
  await expect(asked.getByText('40 of 40 names change.')).toBeVisible()
  await press(asked, 'Change 40 rows')
  await expect(page.getByText('Products have been imported: 0 new, 40 changed')).toBeVisible()
})

test('contract prices from a file are compared with the list price before they are set', async ({ page, portal }) => {
  await makeProducts(portal, { name: 'Pricol', ndcNumber: 'JRN-PRICOL', price: 100 })
  await enterAs(page, admin)
  await page.goto('/admin/imports')
  await chooseKind(page, 'Contract prices')
  const rows = [
    ['Customer', 'Item number', 'Price'],
    ['buyer@demo.example', 'JRN-PRICOL', 120],
  ]
  await choose(page, await xlsx('agreed.xlsx', { sheets: [{ name: 'Prices', rows }] }))
  await press(page, 'Preview')
  await expect(page.getByText('Above the list price, $100.00.')).toBeVisible()
  await expect(page.getByText('+20.0% vs. list price')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nothing to import', exact: true })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Import row 2' }).check()
  expect(await accessibilityFindings(page)).toEqual([])
  await press(page, 'Import 1 price')
  await expect(page.getByText('Prices have been imported: 1 new')).toBeVisible()
})

/** Simulates a file being dropped on this place. */
const drop = async (place: Locator, name: string, type: string, content: Buffer) => {
  const dataTransfer = await place.page().evaluateHandle(
    (file) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], file.name, { type: file.type }))
      return transfer
    },
    { name, type, base64: content.toString('base64') },
  )
  await place.dispatchEvent('dragover', { dataTransfer })
  await place.dispatchEvent('drop', { dataTransfer })
}

const photo = (color: string) =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

test('pictures are imported from an archive, previewed, applied and undone, and set on the form of a product', async ({
  page,
  portal,
}) => {
  const { call } = await callAs(portal, admin)
  const [id] = await makeProducts(
    portal,
    { name: 'Photol', ndcNumber: 'JRN-PHOTO-1', price: 5 },
    { name: 'Photol forte', ndcNumber: 'JRN-PHOTO-2', price: 6 },
  )
  const imageNow = async () => (await call<{ image: string }>('GET', `/api/products/${id}`)).image
  const before = await imageNow()
  const archive = zipOf([
    { name: 'photos/JRN-PHOTO-1.jpg', content: await photo('#7a3') },
    { name: 'photos/JRN-PHOTO-2.jpg', content: Buffer.from('no picture at all') },
    { name: 'photos/unknown.jpg', content: await photo('#a37') },
    { name: 'photos/prices.csv', content: Buffer.from('a,b') },
  ])
  await enterAs(page, admin)
  await page.goto('/admin/imports')
  await chooseKind(page, 'Pictures')
  const dialog = page.getByRole('dialog', { name: 'Import pictures' })
  const place = dialog.getByText('Drop pictures or a ZIP archive of them here, or')
  await expect(place).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
  await drop(place, 'photos.zip', 'application/zip', archive)
  await expect(dialog.getByText('One file is not pictures and skipped.')).toBeVisible()
  await press(dialog, 'Rejected 2')
  await expect(dialog.getByText('No product has this NDC or item number.')).toBeVisible()
  await expect(dialog.getByText('This file is not a supported picture.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await press(dialog, 'Import 1 picture')
  await expect(dialog.getByText('Pictures have been imported: 1 new, 0 changed')).toBeVisible()
  expect(await imageNow()).toMatch(/^\/uploads\//)
  await undo(page)
  await expect(dialog.getByText('1 row was undone.')).toBeVisible()
  expect(await imageNow()).toBe(before)

  await page.goto(`/admin/product/${id}`)
  const field = page.getByText('You can also drop or paste it here.')
  await drop(field, 'a.txt', 'text/plain', Buffer.from('x'))
  await expect(page.getByText('This file is not a supported picture. Choose a PNG, JPEG or WebP file.')).toBeVisible()
  await drop(field, 'a.jpg', 'image/jpeg', await photo('#37a'))
  await expect(page.getByText('Image uploaded successfully. click Update to apply it')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Picture of this product' })).toHaveAttribute('src', /^\/uploads\//)
})

test('customers are imported from a workbook, invited when an admin says so, and removed by an undo', async ({
  page,
  portal,
}) => {
  await enterAs(page, admin)
  await page.goto('/admin/customers')
  await page.getByRole('link', { name: 'Import customers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import customers' })
  const place = ['1 Mill Lane', 'Boston', 'MA', '02101', 'US']
  const headers = [
    'Email',
    'First Name',
    'Last Name',
    'Company',
    'Account ID',
    'License',
    ...['Ship-to', 'Bill-to'].flatMap((way) =>
      ['Name', 'Address 1', 'City', 'State', 'Zip', 'Country'].map((part) => `${way} ${part}`),
    ),
  ]
  const [invited, lacking] = ['ida@mill-lane.example', 'jon@mill-lane.example']
  const facts = [
    'Ida',
    'Moss',
    'Mill Lane Drugs',
    '7700991',
    'MA-PH-9',
    'Mill Lane Drugs',
    ...place,
    'Mill Lane Drugs',
    ...place,
  ]
  const rows = [headers, [invited, ...facts], [lacking, 'Jon', 'Roe']]
  await choose(page, await xlsx('customers.xlsx', { sheets: [{ name: 'Customers', rows }] }))
  await expect(page.getByLabel('Import Company as')).toHaveValue('companyName')
  expect(await accessibilityFindings(page)).toEqual([])
  await press(dialog, 'Preview')
  await press(page, 'Rejected 1')
  await expect(page.getByText(/^A new customer needs Company Name, /)).toBeVisible()
  await press(dialog, 'Import 1 customer')
  await expect(page.getByText('Customers have been imported.', { exact: true })).toBeVisible()
  expect(await mailsTo(portal, invited)).toEqual([])
  await press(dialog, 'Send invitations')
  await press(page.getByRole('dialog', { name: 'Send invitations?' }), 'Send')
  await expect(page.getByText('1 invitation is being sent.')).toBeVisible()
  await expect.poll(async () => (await mailsTo(portal, invited)).length).toBe(1)
  await undo(page)
  await expect(page.getByText('1 row was undone.')).toBeVisible()
})
