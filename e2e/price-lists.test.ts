import { expect, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import { searchCustomers } from './search-customers.ts'

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

for (const width of [390, 1440])
  test(`a contract is made, filled and explained at ${width}`, async ({ page }) => {
    test.slow()
    const name = `Journey contract ${width}`
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'admin@demo.example')
    await page.goto('/admin/pricelists')
    await expect(page.getByRole('link', { name: 'Northeast GPO contract', exact: true })).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])

    await page.getByRole('button', { name: 'New price list' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Contract number').fill(`J-${width}`)
    await page.getByLabel('Valid from').fill(day(-2))
    await page.getByLabel('Priority').fill('900')
    await page.getByRole('button', { name: 'Make' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

    await page.getByLabel('Add a group').selectOption('Northeast Pharmacy GPO')
    await expect(page.getByRole('cell', { name: 'Northeast Pharmacy GPO' })).toBeVisible()
    // By keyboard: what was just said lies above the options on a phone.
    await searchCustomers(page, 'Bayou')
    const customer = page.getByRole('combobox', { name: 'Customer' })
    await expect(page.getByRole('option', { name: /Bayou/ }).first()).toBeVisible()
    await customer.press('ArrowDown')
    await customer.press('Enter')
    await expect(page.getByRole('cell', { name: /Bayou/ })).toBeVisible()
    await page.getByLabel('Valid to').fill(day(30))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Price list saved')).toBeVisible()

    const add = page.getByRole('form', { name: 'Add a price' })
    await add.getByRole('combobox', { name: 'Product' }).fill('metformin')
    await page
      .getByRole('option', { name: /metformin/i })
      .first()
      .click()
    await add.getByLabel('From quantity').fill('10')
    await add.getByLabel('Agreed as').selectOption('percent')
    await add.getByLabel('Percent off').fill('12.5%')
    await add.getByRole('button', { name: 'Set price' }).click()
    await expect(page.getByRole('table', { name: 'Prices of this list' })).toContainText('12.5% off')
    expect(await accessibilityFindings(page)).toEqual([])

    const ndc = await page.getByRole('table', { name: 'Prices of this list' }).getByRole('cell').nth(0).textContent()
    await page.getByRole('link', { name: 'Import a file' }).click()
    const sheet = `NDC Number,From Quantity,Price,Percent Off\n${ndc},,0,\n${ndc},20,,25%\n`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'contract.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
    const dialog = page.getByRole('dialog', { name: 'Import prices into this list' })
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByText('It would cost nothing.')).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Import 2 prices' }).click()
    await expect(dialog.getByText('2 new, 0 changed')).toBeVisible()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo' }).click()
    await expect(dialog.getByText('2 rows were taken back')).toBeVisible()

    await page.goto('/admin/pricecheck')
    await searchCustomers(page, 'Bayou')
    await page.getByRole('option', { name: /Bayou/ }).first().click()
    // By its number: what a business ordered meanwhile comes first among what is called so.
    await page.getByRole('combobox', { name: 'Product', exact: true }).fill(ndc ?? '')
    await page.getByRole('option', { name: /metformin/i }).click()
    const considered = page.getByRole('row').filter({ hasText: name })
    await expect(considered).toContainText('below its lowest quantity')
    await page.getByLabel('Quantity').fill('10')
    await expect(page.getByText(`Contract J-${width}`)).toBeVisible()
    await expect(page.getByText('12.5% off the list price, from 10')).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])

    await page.goto('/admin/groups')
    await page.getByRole('link', { name: 'Long-term care' }).click()
    await expect(page.getByRole('table', { name: 'Businesses' })).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])

    await page.goto('/admin/pricelists')
    await page.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Price list removed')).toBeVisible()
  })
