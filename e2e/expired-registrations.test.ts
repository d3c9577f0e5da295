import { writeFile } from 'node:fs/promises'
import { demoProducts } from '../demo/products.ts'
import { checkWidths } from './check-widths.ts'
import { confirmOrder, fillCart, goToPlaceOrder } from './checkout.ts'
import { customerPage } from './customers.ts'
import { enterAs, expect, test } from './journey.ts'
import { plainProduct } from './orders.ts'

const buyer = 'keoni@kaimana-pharmacy.example'
const inStock = demoProducts().filter(
  ({ isPublished, isNonStocked, dummyNDC, countInStock }) =>
    isPublished && !isNonStocked && !dummyNDC && countInStock > 9,
)
const ndcOf = (schedule: string): string => inStock.find(({ dea }) => dea === schedule)?.ndcNumber ?? ''
const expired = 'The DEA registration of the ship-to address has expired.'

test('a buyer with an expired registration reads both ways to order Schedule II, and renews it for the rest', async ({
  page,
  browser,
  portal,
}, info) => {
  await enterAs(page, buyer)
  await page.goto(`/product/${ndcOf('CII')}`)
  await expect(page.getByText(/by CSOS, or send us the original DEA Form 222 by post/)).toBeVisible()
  // Other strengths are not offered, either.
  await expect(page.getByText('CSOS or Form 222 only').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add to Cart/i })).toHaveCount(0)
  await checkWidths(page)

  await fillCart(portal, buyer, [
    { code: ndcOf('CIV'), quantity: 1 },
    { code: plainProduct?.ndcNumber ?? '', quantity: 1 },
  ])
  await goToPlaceOrder(page)
  await checkWidths(page)
  await confirmOrder(page, portal, buyer)
  await page.getByRole('link', { name: 'View the order on hold' }).click()
  await expect(page.getByText(expired).first()).toBeVisible()
  await checkWidths(page)
  const held = page.url()

  const file = info.outputPath('renewal.pdf')
  await writeFile(file, '%PDF-1.7 renewed')
  await page.goto('/profile')
  const list = page.getByRole('list', { name: 'Licenses and registrations' })
  const own = list.getByRole('listitem').filter({ hasText: 'DEA registration' })
  await expect(own.getByText('Expired', { exact: true })).toBeVisible()
  await own.getByRole('button', { name: /^Send the renewal/ }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel('New expiration date').fill('2031-05-01')
  await page.getByRole('button', { name: 'Send renewal' }).click()
  await expect(own.getByText(/^Renewal sent .*valid until May 1, 2031/)).toBeVisible()
  await checkWidths(page)

  const context = await browser.newContext({ baseURL: portal.url })
  const office = await context.newPage()
  await enterAs(office, 'admin@demo.example')
  await office.goto(`${await customerPage(portal, buyer)}?tab=ordering`)
  const sent = office
    .getByRole('list', { name: 'Licenses and registrations' })
    .getByRole('listitem')
    .filter({ hasText: 'Renewal sent' })
  await expect(sent).toBeVisible()
  await checkWidths(office)
  await sent.getByRole('button', { name: /^Verify/ }).click()
  const verifying = office.getByRole('form', { name: /^Verify/ })
  await verifying.getByRole('textbox', { name: 'Source' }).fill('DEA registration validation')
  await verifying.getByRole('button', { name: 'Verify license' }).click()
  await expect(sent).toHaveCount(0)
  await page.goto(held)
  await expect(page.getByText(expired)).toHaveCount(0)
})
