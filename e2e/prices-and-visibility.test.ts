import type { Page } from '@playwright/test'
import { businessDay, dayAfter } from '#shared/business-day.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { fillCart } from './checkout.ts'
import { makeProducts } from './make-products.ts'
import { searchCustomers } from './customers.ts'
import { pressKey } from './press-key.ts'

const admin = 'admin@demo.example'

/** A day relative to today, far enough away that the time zone does not matter. */
const day = (offset: number): string => dayAfter(businessDay('UTC'), offset)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const chooseProduct = async (page: Page, number: string) => {
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill(number)
  await page.getByRole('option', { name: number }).click()
}

test('a contract is created, filled by hand and from a file, explained and deleted', async ({ page, portal }) => {
  await makeProducts(portal, { name: 'Contractol', ndcNumber: 'JRN-CONTRACT', price: 80 })
  await enterAs(page, admin)
  await page.goto('/admin/pricelists')
  await press(page, 'New price list')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Journey contract')
  await page.getByLabel('Contract number').fill('J-1')
  await page.getByLabel('Valid from').fill(day(-9))
  await page.getByLabel('Priority').fill('900')
  await press(page, 'Create')
  await expect(page.getByRole('heading', { level: 1, name: 'Journey contract', exact: true })).toBeVisible()

  await page.getByLabel('Add a group').selectOption('Northeast Pharmacy GPO')
  await expect(page.getByRole('table', { name: 'Members' })).toContainText('Northeast Pharmacy GPO')
  await searchCustomers(page, 'Bayou')
  await page.getByRole('option', { name: /Bayou/ }).first().click()
  await expect(page.getByRole('table', { name: 'Members' })).toContainText('Bayou')
  await page.getByLabel('Valid to').fill(day(30))
  await press(page, 'Save')
  await expect(page.getByText('Price list saved')).toBeVisible()

  const add = page.getByRole('form', { name: 'Add a price' })
  await chooseProduct(page, 'JRN-CONTRACT')
  await add.getByLabel('From quantity').fill('10')
  await add.getByLabel('Set by').selectOption('percent')
  await add.getByLabel('Percent off').fill('12.5%')
  await press(page, 'Set price')
  await expect(page.getByRole('table', { name: 'Prices of this list' })).toContainText('12.5% off')
  expect(await accessibilityFindings(page)).toEqual([])

  await page.getByRole('link', { name: 'Import file', exact: true }).click()
  const sheet = 'Item Number,From Quantity,Price,Percent Off\nJRN-CONTRACT,,0,\nJRN-CONTRACT,20,,25%\n'
  const dialog = page.getByRole('dialog', { name: 'Import prices into this list' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'contract.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await press(page, 'Preview')
  await expect(dialog.getByText('The price would be $0.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Import row 2', exact: true }).check()
  await press(page, 'Import 2 prices')
  await expect(dialog.getByText('2 new, 0 changed')).toBeVisible()
  await press(page, 'Undo')
  const undoing = page.getByRole('dialog', { name: 'Undo this import?' })
  await undoing.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dialog.getByText('2 rows were undone')).toBeVisible()

  await page.goto('/admin/pricecheck')
  await searchCustomers(page, 'Bayou')
  await page.getByRole('option', { name: /Bayou/ }).first().click()
  await chooseProduct(page, 'JRN-CONTRACT')
  const considered = page.getByRole('row').filter({ hasText: 'Journey contract' })
  await expect(considered).toContainText('below its lowest quantity')
  await page.getByLabel('Quantity', { exact: true }).fill('10')
  await expect(page.getByText(/^\$70\.00 per unit: Contract J-1/)).toBeVisible()
  await expect(page.getByText('12.5% off the list price, from 10')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  await page.goto('/admin/pricelists')
  await page.getByLabel('Find a price list').fill('j-1')
  await expect(page.getByRole('table', { name: 'Price lists' }).locator('tbody tr')).toHaveCount(1)
  await page.getByLabel('Status', { exact: true }).selectOption('Expired')
  await expect(page.getByText('No price list found')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Active')
  await page.getByRole('link', { name: 'Journey contract', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Journey contract', exact: true })).toBeVisible()
  await press(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Price list removed')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Northeast GPO contract', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Journey contract', exact: true })).toHaveCount(0)
})

test('a rep explains a price, and a reload keeps the customer', async ({ page }) => {
  await enterAs(page, 'rep@demo.example')
  await page.goto('/pricecheck')
  await searchCustomers(page, 'Magnolia')
  await page
    .getByRole('option', { name: /Magnolia/ })
    .first()
    .click()
  await expect(page).toHaveURL(/[?&]account=\d+/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Customer', exact: true })).toHaveValue(/Magnolia/)
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill('metformin')
  await page
    .getByRole('option', { name: /metformin/i })
    .first()
    .click()
  const steps = page.getByRole('table', { name: 'How the price was determined' })
  await expect(steps.getByRole('row').nth(1)).toContainText('List price')
  await expect(steps.getByText('Applies', { exact: true })).toHaveCount(1)
})

test('on a phone, a product is restricted to one business, and a shipping method to all but one', async ({
  page,
  portal,
}) => {
  const [id] = await makeProducts(portal, { name: 'Visibol', ndcNumber: 'JRN-VISIBLE', price: 4 })
  const choose = async (company: string) => {
    await searchCustomers(page, company)
    // By keyboard, because the last save is shown above the options.
    const customer = page.getByRole('combobox', { name: 'Customer', exact: true })
    await expect(page.getByRole('option', { name: company }).first()).toBeVisible()
    await pressKey(customer, 'ArrowDown')
    await pressKey(customer, 'Enter')
    await expect(page.getByRole('table', { name: 'Members' })).toContainText(company)
  }
  const judge = async () => {
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 390, height: 900 })

  await test.step('an admin restricts both', async () => {
    await enterAs(page, admin)
    await page.goto(`/admin/product/${id}`)
    await page.getByRole('combobox', { name: 'Visible to', exact: true }).selectOption('Only for')
    await expect(page.getByText('Only staff can see it.')).toBeVisible()
    await choose('Harbor Street Pharmacy')
    await press(page, 'Save: Visibility')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.goto('/product/JRN-VISIBLE')
    await expect(page.getByText('Limited visibility', { exact: true }).first()).toBeVisible()
    await page.goto('/admin/visibility')
    await expect(page.getByRole('table', { name: 'Limited visibility' })).toContainText('Harbor Street Pharmacy')
    await judge()
    await press(page, 'Limit a category')
    const limiting = page.getByRole('dialog')
    await limiting.getByLabel('Category').selectOption({ index: 1 })
    const category = await limiting.getByLabel('Category').inputValue()
    await limiting.getByLabel('Visible to').selectOption('Only for')
    await judge()
    await press(page, `Save: ${category}`)
    await expect(limiting).toHaveCount(0)
    const limited = page.getByRole('row').filter({ hasText: category })
    await expect(limited).toContainText('Staff only')
    // The dialog must not open on what the save has replaced, however late the answer is.
    const answered = Promise.withResolvers<undefined>()
    const isFind = ({ pathname }: URL) => pathname === `/api/restrictions/category/${encodeURIComponent(category)}`
    await page.route(isFind, async (route) => {
      await answered.promise
      await route.continue()
    })
    await press(page, `Edit ${category}`)
    await expect(limiting).toBeVisible()
    await expect(limiting.getByLabel('Visible to')).toHaveCount(0)
    answered.resolve(undefined)
    await expect(limiting.getByLabel('Visible to').locator('option:checked')).toHaveText('Only for')
    await page.unroute(isFind)
    await limiting.getByLabel('Visible to').selectOption('Everyone')
    await press(page, `Save: ${category}`)
    await expect(limited).toHaveCount(0)
    await page.goto('/admin/ordermethods')
    await press(page, 'Edit FEDEX PRIORITY OVERNIGHT')
    const form = page.getByRole('dialog').getByRole('form', { name: 'FEDEX PRIORITY OVERNIGHT' })
    await form.getByLabel('Available to').selectOption('Everyone except')
    await choose('Lakeview Family Clinic')
    await judge()
    await press(page, 'Save: FEDEX PRIORITY OVERNIGHT')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(form).toHaveCount(0)
    await expect(page.getByRole('row').filter({ hasText: 'FEDEX' })).toContainText('Lakeview Family Clinic')
  })

  const overnight = page.getByRole('radio', { name: 'FEDEX PRIORITY OVERNIGHT' })
  await test.step('the buyer it is for sees it, without a mark', async () => {
    await enterAs(page, 'buyer@demo.example')
    await page.goto('/product/JRN-VISIBLE')
    await expect(page.getByRole('heading', { level: 1, name: 'Visibol', exact: true })).toBeVisible()
    await expect(page.getByText('Limited visibility')).toHaveCount(0)
    await fillCart(portal, 'buyer@demo.example', [{ code: '49483-0622-01', quantity: 1 }])
    await page.goto('/shipping')
    await expect(page.getByRole('radio', { name: 'UPS GROUND' })).toBeVisible()
    await expect(overnight).toBeVisible()
  })

  await test.step('the other buyer does not find the product, and chooses among the remaining methods', async () => {
    await enterAs(page, 'buyer2@demo.example')
    await page.goto('/product/JRN-VISIBLE')
    await expect(page.getByText('no product')).toBeVisible()
    await page.goto('/search?query=visibol')
    await expect(page.getByText('No Product Found')).toBeVisible()
    await fillCart(portal, 'buyer2@demo.example', [{ code: '49483-0622-01', quantity: 1 }])
    await page.goto('/shipping')
    await expect(page.getByRole('radio', { name: 'UPS GROUND' })).toBeVisible()
    await expect(overnight).toHaveCount(0)
  })
})
