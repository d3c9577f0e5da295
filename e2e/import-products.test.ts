import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { writeXlsx } from 'hucre'
import { expect, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

const openImport = async (page: Page) => {
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'Import Products (Excel)' }).click()
  await expect(page.getByText('Drop a spreadsheet here, or')).toBeVisible()
}

const choose = (page: Page, file: Upload) => page.locator('input[type=file]').setInputFiles(file)

const csv = (name: string, text: string): Upload => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a workbook whose second sheet is the data is mapped, previewed, imported and reported', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await openImport(page)
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Read me', rows: [['Our prices of November']] },
      {
        name: 'Prices',
        rows: [
          ['Northern Wholesale', null, null, null, null],
          ['NDC', 'Item', 'What it costs', 'Qty', 'Producer'],
          ['99901-1001-01', 'Importol 5 mg', 12.5, 40, '<script>alert(1)</script>'],
          ['99901-1002-01', '=HYPERLINK("http://x.example")', 7, 1, 'Labs'],
          ['99901-1001-01', 'Importol again', 1, 1, 'Labs'],
          ['not a code', 'Nothing', 1, 1, 'Labs'],
        ],
      },
    ],
  })
  await choose(page, {
    name: 'prices.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(workbook),
  })
  await expect(page.getByLabel('Sheet', { exact: true })).toHaveValue('1')
  await expect(page.getByLabel('Row that names the columns')).toHaveValue('2')
  await page.getByLabel('Import What it costs as').selectOption('Price')
  await page.getByLabel('Import Producer as').selectOption('Manufacturer')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave this file?' }).getByRole('button', { name: 'Cancel' }).click()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('button', { name: 'New 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Refused 2' }).click()
  await expect(page.getByText('Row 3 has the same NDC.')).toBeVisible()
  await expect(page.getByText('“not a code” is no NDC.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await expect(page.getByText('Products have been imported !')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download report' }).click()
  const report = await readFile(await (await downloading).path(), 'utf8')
  expect(report).toContain('3,new,99901-1001-01,Importol 5 mg')
  expect(report).toContain(`"'=HYPERLINK(""http://x.example"")"`)
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.goto('/product/99901-1001-01')
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible()

  await openImport(page)
  await choose(page, csv('again.csv', 'NDC;Name;Price\n99901100101;Importol 5 mg;12.50\n99901-1002-01;;9\n'))
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('button', { name: 'Unchanged 1' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /Price: 7 9/ })).toBeVisible()
})

for (const width of [390, 1440])
  test(`at ${width}: an import outlives its page, is found by another admin’s eyes, and is undone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await enterAs(page, 'admin@demo.example')
    await openImport(page)
    const number = `9990${width === 390 ? 4 : 5}-1001-01`
    await choose(
      page,
      csv(`shelf-${width}.csv`, `Our shelf,,,\nNDC,Name,Cost,Price,Qty\n${number},Shelfol 5 mg,9,12.50,40\n`),
    )
    await expect(page.getByLabel('Import Cost as')).toHaveValue('')
    await expect(page.getByRole('radio', { name: /As it was when the file was made/ })).toBeChecked()
    await expect(page.getByLabel('The file was made', { exact: true })).not.toHaveValue('')
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('button', { name: 'New 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('Price: 12.5')).toBeVisible()
    await expect(page.getByText('Count In Stock: 40')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await page.goto('/admin/imports')
    const row = page.getByRole('row').filter({ hasText: `shelf-${width}.csv` })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Not applied')
    expect(await accessibilityFindings(page)).toEqual([])
    await row.getByRole('link').click()
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await expect(page.getByText('Products have been imported: 1 new')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('1 row was taken back')).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
  })

test('an import can be left while its rows are on their way, and takes them up again', async ({ page }, info) => {
  await enterAs(page, 'admin@demo.example')
  await openImport(page)
  const file = info.outputPath('on-its-way.csv')
  await writeFile(file, 'NDC,Name,Price\n99907-1001-01,Wayol,3\n')
  await page.locator('input[type=file]').setInputFiles(file)
  const rows = '**/api/imports/*/rows'
  await page.route(rows, () => {})
  const sending = page.waitForRequest(rows)
  await page.getByRole('button', { name: 'Preview' }).click()
  await sending
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  const name = page.getByLabel('Import Name as')
  await name.selectOption('')
  await name.selectOption('name')
  await expect(page.getByRole('button', { name: 'Preview' })).toBeEnabled()
  const again = page.waitForRequest(rows)
  await page.getByRole('button', { name: 'Preview' }).click()
  await again
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await page.unroute(rows)

  await page.getByRole('button', { name: 'Import Products (Excel)' }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('button', { name: 'New 1' })).toBeVisible()
  await page.goto('/admin/imports')
  await expect(page.getByRole('row').filter({ hasText: 'on-its-way.csv' })).toHaveCount(1)
})

test('rows that are sent again at once outlive the discarding of those before', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await openImport(page)
  await choose(page, csv('sent-again.csv', 'NDC,Name,Price\n99907-1002-01,Againol,3\n'))
  const rows = '**/api/imports/*/rows'
  await page.route(rows, () => {}, { times: 1 })
  const late = 1_000
  await page.route(
    (url) => /^\/api\/imports\/[^/]+$/.test(url.pathname),
    async (route) => {
      if (route.request().method() === 'DELETE') await new Promise((goOn) => setTimeout(goOn, late))
      await route.continue()
    },
  )
  const sending = page.waitForRequest(rows)
  await page.getByRole('button', { name: 'Preview' }).click()
  await sending
  const discarded = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await discarded
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByText('Products have been imported !')).toBeVisible()
})

test('contract prices are looked at before they are set', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await openImport(page)
  await choose(page, csv('first.csv', 'NDC,Name,Price\n99906-1001-01,Pricol,100\n'))
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByText('Products have been imported: 1 new')).toBeVisible()

  await page.goto('/admin/imports')
  await page.getByRole('button', { name: 'Import contract prices' }).click()
  const workbook = await writeXlsx({
    sheets: [
      {
        name: 'Prices',
        rows: [
          ['Customer', 'NDC', 'Price'],
          ['buyer@demo.example', '99906-1001-01', 120],
        ],
      },
    ],
  })
  await choose(page, { name: 'agreed.xlsx', mimeType: '', buffer: Buffer.from(workbook) })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Above the list price, $100.00.')).toBeVisible()
  await expect(page.getByText('+20.0 % of the list price')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 1 price' }).click()
  await expect(page.getByText('Prices have been imported: 1 new')).toBeVisible()
})

const refused: [Upload, RegExp][] = [
  [csv('empty.csv', ''), /This file is empty/],
  [csv('blank.csv', '\n\n,,\n'), /holds no rows/],
  [csv('page.xls', '<html><table><tr><td>1</td></tr></table></html>'), /web page with the name of a spreadsheet/],
  [csv('broken.xlsx', 'PK\u0003\u0004 and nothing else'), /damaged or no spreadsheet/],
  [
    { name: 'program.xlsx', mimeType: '', buffer: Buffer.from([0x4d, 0x5a, 0, 0, 0, 1, 2, 3]) },
    /damaged: it is not what its name says/,
  ],
]

test('files that cannot be read say why, and the next one works', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await openImport(page)
  for (const [file, sentence] of refused) {
    await choose(page, file)
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(sentence)
  }
  const locked = Buffer.from(
    await writeXlsx({ sheets: [{ name: 'A', rows: [['NDC']] }], encryption: { password: 'secret' } } as never),
  )
  await choose(page, { name: 'locked.xlsx', mimeType: '', buffer: locked })
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/password-protected/)
  await choose(page, csv('good.csv', 'NDC,Name,Price\n99902-1001-01,Good,1\n'))
  await expect(page.getByLabel('Import NDC as')).toHaveValue('ndcNumber')
})

test('a connection that breaks in the middle of an import is waited for, and no part is written twice', async ({
  page,
}) => {
  await enterAs(page, 'admin@demo.example')
  await openImport(page)
  const rows = Array.from({ length: 40 }, (_, at) => `99903-${1000 + at}-01,Steady ${at},2,5`)
  await choose(page, csv('steady.csv', `NDC,Name,Price,Qty\n${rows.join('\n')}\n`))
  let lost = 0
  await page.route(/\/api\/imports\/[^/]+\/rows$/, async (route) => {
    // The portal does its work; only its answer never arrives.
    const answer = await route.fetch()
    return lost++ === 0 ? route.abort() : route.fulfill({ response: answer })
  })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('button', { name: 'New 40' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 40 products' }).click()
  await expect(page.getByText('Products have been imported: 40 new')).toBeVisible()
  expect(lost).toBe(2)
})
