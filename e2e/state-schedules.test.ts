import { demoProducts } from '../demo/products.ts'
import { callAs } from './call-as.ts'
import { checkWidths } from './check-widths.ts'
import { fillCart, goToPlaceOrder } from './checkout.ts'
import { enterAs, expect, test } from './journey.ts'

const buyer = 'buyer2@demo.example'
const inStock = demoProducts().filter(
  ({ isPublished, isNonStocked, dummyNDC, countInStock, dea }) =>
    isPublished && !isNonStocked && !dummyNDC && countInStock > 9 && !dea,
)
const codeOf = (name: RegExp): string => inStock.find((product) => name.test(product.name))?.ndcNumber ?? ''
const [marked, refused] = [codeOf(/^Gabapentin/), codeOf(/^Amoxicillin \d+ mg Capsule/)]

test('schedules of the ship-to State are on the lines of cart, quick order and guide before checkout', async ({
  page,
  portal,
  context,
}) => {
  const [admin, own] = [await callAs(portal, 'admin@demo.example'), await callAs(portal, buyer)]
  const { shipto_state: state } = await own.call<{ shipto_state: string }>('GET', `/api/users/UserByEmail/${buyer}`)
  for (const [substance, schedule] of [
    ['gabapentin', 'CV'],
    ['amoxicillin', 'CII'],
  ])
    await admin.call('POST', '/api/state-schedules', {
      state,
      substance,
      schedule,
      source: 'Board of Pharmacy',
      effectiveOn: '2026-01-01',
    })
  const mark = `Schedule V in ${state}`
  const refusal = `Schedule II in ${state}. Contact us to order it.`
  await fillCart(portal, buyer, [
    { code: marked, quantity: 1 },
    { code: refused, quantity: 1 },
  ])
  const { lines } = await own.call<{ lines: { _id: string }[] }>('GET', '/api/cart')
  const guide = { name: 'By State', lines: lines.map(({ _id }) => ({ productId: _id, quantity: 1 })) }
  const { _id: guideId } = await own.call<{ _id: string }>('POST', '/api/orderguides', guide)

  await enterAs(page, buyer)
  await page.goto('/cart')
  const shown = async (table: string) => {
    const rows = page.getByRole('table', { name: table }).locator('tbody tr')
    await expect(rows.filter({ hasText: 'Gabapentin' }).getByText(mark)).toBeVisible()
    await expect(rows.filter({ hasText: 'Amoxicillin' }).getByText(refusal)).toBeVisible()
    await checkWidths(page)
  }
  await shown('Cart')
  await page.goto(`/orderguides/${guideId}`)
  await shown('By State')
  await page.goto('/quickorder')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${marked}\t1\n${refused}\t1`)
  await page.getByLabel('Or paste lines').click()
  await page.keyboard.press('ControlOrMeta+V')
  await shown('Lines')
  await goToPlaceOrder(page)
  await expect(page.getByText(mark)).toBeVisible()
})
