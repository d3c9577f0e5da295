import type { Page } from '@playwright/test'
import { enterAs, expect, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { callAs } from './call-as.ts'
import { makeProducts } from './make-products.ts'
import { redPixel } from './red-pixel.ts'
import { searchCustomers } from './customers.ts'
import { pressKey } from './press-key.ts'

const admin = 'admin@demo.example'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const update = async (page: Page) => {
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(heading(page, 'Product Maintenance')).toBeVisible()
  await expect(page.getByText('Product updated successfully').last()).toBeVisible()
}

test('an admin creates, completes, publishes, prices and deletes a product, and buyers see it come and go', async ({
  page,
  browser,
  portal,
}) => {
  await enterAs(page, admin)
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'New Product', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure to create?' })
  await question.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(heading(page, 'Edit Product')).toBeVisible()
  await expect(page.getByText('Product created successfully')).toBeVisible()

  await textbox(page, 'Material Description').fill('')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Material Description is required.')).toBeVisible()
  await expect(textbox(page, 'Material Description')).toBeFocused()
  await textbox(page, 'Material Description').fill('Journeyol 20 mg')
  const folded = page.getByText('Monitoring and transaction data')
  await folded.click()
  await textbox(page, 'GTIN').fill('300060277282')
  await folded.click()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('This is not a GTIN: its check digit or length is wrong.')).toBeVisible()
  await textbox(page, 'GTIN').fill('')
  await textbox(page, 'Description').fill('Tablets in a bottle.')
  await textbox(page, 'NDC number').fill('99904-1001-01')
  await textbox(page, 'Base UoM').fill('Bottle')
  await textbox(page, 'Price').fill('19.999')
  await textbox(page, 'Count in stock').fill('12')
  await page.getByRole('combobox', { name: 'Category', exact: true }).fill('Cardiovascular')
  await page.getByLabel('Published', { exact: true }).check()
  await page.locator('input[type=file]').setInputFiles(redPixel)
  await expect(page.getByText('Image uploaded successfully. click Update to apply it')).toBeVisible()
  await update(page)

  await page.goto('/admin/products?query=journeyol')
  await rowOf(page, 'Journeyol 20 mg').getByRole('link', { name: 'Edit product' }).click()
  await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: 'Prices' }).click()
  await expect(heading(page, 'Product pricing')).toBeVisible()
  await expect(page.getByText('$20.00')).toBeVisible()
  await page.getByRole('button', { name: 'Add a price: Custom prices' }).click()
  await searchCustomers(page, 'buyer@demo.example')
  await page.getByRole('option', { name: /^Harbor Street Pharmacy/ }).click()
  await textbox(page, 'Price').fill('15')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(rowOf(page, 'buyer@demo.example')).toBeVisible()
  await update(page)

  const buyer = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enterAs(buyer, 'buyer@demo.example')
  await buyer.goto('/product/99904-1001-01')
  await expect(buyer.getByText('$15.00')).toBeVisible()
  await expect(buyer.locator('s').getByText('$20.00')).toBeVisible()
  await expect(buyer.getByRole('img', { name: 'Picture of Journeyol 20 mg' })).toHaveJSProperty('complete', true)

  await page.goto('/admin/products?query=journeyol')
  await rowOf(page, 'Journeyol 20 mg').getByRole('button', { name: 'Delete product' }).click()
  const deletion = page.getByRole('dialog', { name: 'Are you sure to delete?' })
  await deletion.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Product deleted successfully')).toBeVisible()
  await expect(rowOf(page, 'Journeyol 20 mg')).toHaveCount(0)
  await buyer.reload()
  await expect(buyer.getByText('no product')).toBeVisible()
})

test('the second of two admins in one form, or in one row, sees the differences and decides', async ({
  page,
  portal,
}) => {
  const [id] = await makeProducts(portal, { name: 'Staleol', ndcNumber: 'JRN-STALE', price: 6 })
  await enterAs(page, admin)
  const other = await page.context().newPage()
  for (const one of [page, other]) {
    await one.goto(`/admin/product/${id}`)
    await expect(textbox(one, 'Manufacturer')).toBeVisible()
  }
  await textbox(other, 'Manufacturer').fill('First Labs')
  await textbox(other, 'Price').fill('7')
  await update(other)
  await textbox(page, 'Manufacturer').fill('Second Labs')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('This product was changed by someone else.')).toBeVisible()
  await expect(page.getByText('current “First Labs”, yours “Second Labs”')).toBeVisible()
  await expect(page.getByText('was “6.00”, changed by someone else to “7.00”')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save my changes', exact: true }).click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  await expect(heading(page, 'Product Maintenance')).toBeVisible()

  for (const [one, price] of [
    [page, '8'],
    [other, '9'],
  ] as const) {
    await one.goto('/admin/products?query=staleol')
    await rowOf(one, 'Staleol').getByRole('button', { name: '$7.00, change the price of Staleol' }).click()
    await textbox(one, 'Price').fill(price)
  }
  await expect(rowOf(page, 'Staleol')).toContainText('Second Labs')
  await pressKey(textbox(other, 'Price'), 'Enter')
  await expect(rowOf(other, 'Staleol').getByRole('button', { name: '$9.00, change the price' })).toBeVisible()
  await pressKey(textbox(page, 'Price'), 'Enter')
  await expect(page.getByText('current “9.00”, yours “8”')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save my changes', exact: true }).click()
  await expect(rowOf(page, 'Staleol').getByRole('button', { name: '$8.00, change the price' })).toBeVisible()
})

test('price, stock and publication are changed in their row', async ({ page, portal }) => {
  await makeProducts(portal, { name: 'Tabulol', ndcNumber: 'JRN-TABLE' })
  await enterAs(page, admin)
  await page.goto('/admin/products?query=tabulol')
  const row = rowOf(page, 'Tabulol')
  await expect(row.getByText('Draft', { exact: true })).toBeVisible()
  await expect(row.getByText(/^Item Number: JRN-TABLE/)).toBeVisible()

  await row.getByRole('button', { name: 'change the price of Tabulol' }).click()
  const price = textbox(page, 'Price')
  await price.fill('1,23')
  await pressKey(price, 'Enter')
  await expect(page.getByText('Price could not be read. Enter it like 1,234.56.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await price.fill('$12.50')
  await pressKey(price, 'Enter')
  await row.getByRole('button', { name: '$12.50, change the price' }).click()
  await price.fill('1250')
  await pressKey(price, 'Enter')
  await expect(page.getByText('$1,250.00 is more than ten times the current price, $12.50.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await row.getByRole('button', { name: 'change the stock of Tabulol' }).click()
  await textbox(page, 'Count in stock').fill('1,200')
  await textbox(page, 'Reason').fill('Delivery 4711')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row.getByRole('button', { name: '1,200, change the stock' })).toBeVisible()
  await row.getByRole('switch', { name: 'Published: Tabulol' }).click()
  await expect(row.getByText('Draft', { exact: true })).toHaveCount(0)
  // Who changed it, and when, needs a wide window.
  await page.setViewportSize({ width: 1700, height: 900 })
  await expect(row).toContainText('Nora')
  await page.setViewportSize({ width: 1440, height: 900 })

  // The rows of the catalog are also below a column that says NDC.
  await page.goto('/search?query=tabulol')
  await expect(rowOf(page, 'Tabulol').getByText(/^Item Number:/)).toBeVisible()
})

test('on a phone, several products are exported to a file, refused with their reasons, and deleted', async ({
  page,
  portal,
}) => {
  await makeProducts(
    portal,
    { name: 'Severalol One', ndcNumber: 'JRN-SEVERAL-1' },
    { name: 'Severalol Two', ndcNumber: 'JRN-SEVERAL-2' },
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, admin)
  await page.goto('/admin/products?query=severalol')
  await expect(rowOf(page, 'Severalol Two')).toBeVisible()
  await page.getByRole('button', { name: 'Views, columns and files' }).click()
  await page.getByRole('button', { name: 'Out of stock', exact: true }).click()
  await expect(page).toHaveURL(/stock/)
  for (const format of ['CSV', 'XLSX']) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: format, exact: true }).click()
    expect((await saved).suggestedFilename()).toBe(`products.${format.toLowerCase()}`)
  }

  await page.setViewportSize({ width: 1024, height: 800 })
  const names = await page.getByRole('columnheader', { name: 'Name' }).boundingBox()
  expect(names?.width).toBeGreaterThanOrEqual(220)
  await expect(page.getByRole('columnheader', { name: 'Changed', exact: true })).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect(page.getByRole('group', { name: 'With 2 selected' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeChecked()
  const chosen = page.getByRole('group', { name: 'With 2 selected' })
  await chosen.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Publish these products?' })
  await question.getByRole('button', { name: 'Publish', exact: true }).click()
  const refused = page.getByRole('alert').filter({ hasText: '2 products were not changed' })
  await expect(refused).toContainText('Severalol One: A price is required to publish a product.')
  // High, because axe reports what the bar for the selected products covers.
  await page.setViewportSize({ width: 390, height: 1400 })
  expect(await accessibilityFindings(page)).toEqual([])

  await chosen.getByRole('button', { name: 'Delete', exact: true }).click()
  const deletion = page.getByRole('dialog', { name: 'Are you sure to delete?' })
  await deletion.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('2 products deleted')).toBeVisible()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})

test('a price and a count are parsed as written, shown before they are saved, and questioned if they are far off', async ({
  page,
  portal,
}) => {
  const [id] = await makeProducts(portal, { name: 'Writtenol', ndcNumber: 'JRN-WRITTEN', price: 12.5 })
  const { _id: customer } = await callAs(portal, 'buyer2@demo.example')
  await enterAs(page, admin)
  await page.goto(`/admin/product/${id}`)
  await page.getByRole('button', { name: 'Correct stock', exact: true }).click()
  await expect(page.getByLabel('Units to add, or to remove with a minus sign')).toBeFocused()
  const pieces = page.getByLabel('Units to add, or to remove with a minus sign')
  await pieces.pressSequentially('1,2')
  await textbox(page, 'Reason').fill('Counted')
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(page.getByText('Enter a whole number of units, such as 1,200 or -12.')).toBeVisible()
  await pieces.fill('1,200')
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(page.getByRole('cell', { name: '+1,200', exact: true })).toBeVisible()

  const price = textbox(page, 'Price')
  await price.clear()
  await price.pressSequentially('1,23')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Price could not be read. Enter it like 1,234.56.')).toBeVisible()
  await price.clear()
  await price.pressSequentially('$1,234.56')
  await expect(page.getByText('Read as $1,234.56')).toBeVisible()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: '$1,234.56 is more than ten times' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes, $1,234.56 is right', exact: true }).click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()

  await page.goto(`/admin/customerprices/${customer}`)
  const startPrice = async () => {
    await page.getByRole('button', { name: 'Add a price', exact: true }).click()
    await page.getByRole('combobox', { name: 'Product', exact: true }).fill('JRN-WRITTEN')
    await page.getByRole('option', { name: 'JRN-WRITTEN' }).click()
  }
  await startPrice()
  await price.pressSequentially('1,100.005')
  await expect(page.getByText('Read as $1,100.01')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('1 price was set.')).toBeVisible()
  await textbox(page, 'Filter by product').fill('JRN-WRITTEN')
  await expect(rowOf(page, 'JRN-WRITTEN')).toContainText('$1,100.01')
  await startPrice()
  await price.pressSequentially('11.00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('$11.00 is less than a tenth of the list price, $1,234.56.')).toBeVisible()

  await page.goto('/product/JRN-WRITTEN')
  const quantity = page.getByRole('spinbutton', { name: 'Quantity', exact: true })
  await quantity.fill('1,000')
  await quantity.blur()
  await expect(quantity).toHaveValue('1000')
})

test('a buyer marks a favorite and reviews a product', async ({ page }) => {
  await enterAs(page, 'buyer2@demo.example')
  await page.goto('/search?query=lisinopril')
  const heart = page.getByRole('button', { name: 'Favorite', exact: true }).first()
  const saved = page.waitForResponse(/addFav/)
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await saved
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('switch', { name: 'My favorites', exact: true }).click()
  await expect(page).toHaveURL(/favourites=true/)
  await expect(page.getByText('“lisinopril”')).toBeVisible()
  // A failed change is reverted without a message.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/remFav'))
  await page.route('**/api/products/remFav', (route) => route.abort())
  await heart.click()
  await failed
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.goto('/product/00002-4462-30')
  await page.getByRole('button', { name: 'Write a review', exact: true }).click()
  await page.getByRole('button', { name: 'Save review', exact: true }).click()
  await expect(page.getByText('Choose 1 to 5 stars.')).toBeVisible()
  await page.getByRole('radio', { name: '4 stars' }).check()
  await page.getByLabel('Comment').fill('<b>Good</b>')
  await page.getByRole('button', { name: 'Save review', exact: true }).click()
  await expect(page.getByText('<b>Good</b>')).toBeVisible()
  await page.getByRole('button', { name: 'Edit your review', exact: true }).click()
  await page.getByRole('radio', { name: '5 stars' }).check()
  await page.getByRole('button', { name: 'Save review', exact: true }).click()
  await expect(page.getByText('5.0 of 5, 1 review')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})
