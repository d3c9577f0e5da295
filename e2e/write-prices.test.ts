import { demoPassword, expect, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

test('a price is taken as it is written, shown before it is saved, and asked about when it is far off', async ({
  page,
}) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/products?query=metformin&sort=price')
  await page.getByRole('link', { name: 'Edit product' }).first().click()
  const price = page.getByRole('textbox', { name: 'Price' })
  const number = await page.getByLabel('NDC number').inputValue()
  await price.clear()
  await price.pressSequentially('1,23')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Price cannot be read: write it like 1,234.56.')).toBeVisible()

  await price.clear()
  await price.pressSequentially('$1,234.56')
  await expect(page.getByText('Read as $1,234.56')).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  const doubt = page.getByRole('alert').filter({ hasText: '$1,234.56 is more than ten times' })
  await expect(doubt).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes, $1,234.56 is right' }).click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()

  const buyer = await page.request.post('/api/users/signin', {
    data: { email: 'buyer2@demo.example', password: demoPassword },
  })
  await page.goto(`/admin/customerprices/${((await buyer.json()) as { _id: string })._id}`)
  await page.getByRole('button', { name: 'Add a price' }).click()
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill(number)
  await page.getByRole('option', { name: number }).click()
  const ownPrice = page.getByRole('textbox', { name: 'Price' })
  await ownPrice.pressSequentially('1,100.005')
  await expect(page.getByText('Read as $1,100.01')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 price was set.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Find a product' }).fill(number)
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('$1,100.01')

  await page.getByRole('button', { name: 'Add a price' }).click()
  await page.getByRole('combobox', { name: 'Product', exact: true }).fill(number)
  await page.getByRole('option', { name: number }).click()
  await ownPrice.pressSequentially('11.00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('$11.00 is less than a tenth of the list price, $1,234.56.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('a count is taken as it is written', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/products?query=metformin')
  await page.getByRole('link', { name: 'Edit product' }).nth(1).click()
  await page.getByRole('button', { name: 'Correct stock' }).click()
  const pieces = page.getByLabel('Pieces to add, or to take with a minus')
  await pieces.pressSequentially('1,2')
  await page.getByLabel('Reason').fill('Counted')
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(page.getByText('Say by how many pieces, in a whole number like 1,200.')).toBeVisible()
  await pieces.fill('1,200')
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(page.getByRole('cell', { name: '+1,200', exact: true })).toBeVisible()

  await page.goto('/search?query=metformin')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.goto('/cart')
  const quantity = page.getByRole('spinbutton', { name: /^Quantity of/ })
  await quantity.fill('1,000')
  await quantity.blur()
  await expect(quantity).toHaveValue('1000')
})
