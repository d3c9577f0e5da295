import type { Request } from '@playwright/test'
import { demoProducts } from '../demo/products.ts'
import { emptyCart, expect, overflowOf, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const buyer = 'buyer2@demo.example'
const sold = demoProducts().filter(({ isPublished, dummyNDC }) => isPublished && !dummyNDC)
const [warm] = sold.filter(({ countInStock, coldStatus }) => countInStock > 200 && !coldStatus)
const [cold] = sold.filter(({ countInStock, coldStatus }) => countInStock > 20 && coldStatus)
const [special] = sold.filter(({ isNonStocked }) => isNonStocked)

test('cart, shipping and the last step say until when to order and when it comes', async ({
  page,
  portal,
  browser,
}) => {
  await emptyCart(portal, buyer)
  await enterAs(page, buyer)
  await page.goto('/quickorder')
  await page
    .getByLabel('Or paste lines')
    .fill([warm, cold, special].map((product) => `${product?.ndcNumber}, 1`).join('\n'))
  await page.getByRole('button', { name: 'Check lines' }).click()
  await page.getByRole('button', { name: 'Add 3 good lines' }).click()
  await expect(page.getByText('3 lines added to the cart')).toBeVisible()

  const day = '(?:Mon|Tue|Wed|Thu|Fri), [A-Z][a-z]{2} \\d\\d?'
  const promise = new RegExp(
    `^Order (?:within|by) .+: arrives ${day}; refrigerated items ship ${day}, arrive ${day}\\. Special order items are not part of this\\.$`,
  )
  for (const path of ['/cart', '/shipping', '/placeorder']) {
    const asked: string[] = []
    const note = (request: Request) => asked.push(new URL(request.url()).pathname)
    page.on('request', note)
    await page.goto(path)
    await expect(page.getByText(promise)).toBeVisible()
    await page.waitForLoadState('networkidle')
    page.off('request', note)
    expect(asked.filter((one) => one === '/api/delivery/arrivals')).toHaveLength(1)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflowOf(page)).toBe(0)
      expect(await accessibilityFindings(page)).toEqual([])
    }
  }

  // A method of which nothing is known promises nothing; the others go on.
  const context = await browser.newContext({ baseURL: portal.url })
  const admin = await context.newPage()
  await enterAs(admin, 'admin@demo.example')
  await admin.goto('/admin/delivery')
  const ground = admin.getByRole('form', { name: 'UPS GROUND' })
  await ground.getByLabel('Transit days').fill('0')
  await ground.getByRole('button', { name: 'Save UPS GROUND' }).click()
  await expect(admin.getByText('A whole number from 1 to 30, or nothing.')).toBeVisible()
  await ground.getByLabel('Transit days').fill('')
  await ground.getByRole('button', { name: 'Save UPS GROUND' }).click()
  await expect(admin.getByText('Saved').last()).toBeVisible()
  await admin.getByLabel('Day', { exact: true }).fill('2031-07-03')
  await admin.getByLabel('Name', { exact: true }).fill('Stock-taking')
  await admin.getByRole('button', { name: 'Save the day' }).click()
  await expect(admin.getByRole('cell', { name: 'Stock-taking' })).toBeVisible()
  for (const width of [390, 1440]) {
    await admin.setViewportSize({ width, height: 900 })
    // What the bar at the top covers half counts as too small.
    await admin.evaluate(() => scrollTo(0, 0))
    expect(await overflowOf(admin)).toBe(0)
    expect(await accessibilityFindings(admin)).toEqual([])
  }
  await admin.getByRole('button', { name: /^Remove / }).click()
  await expect(admin.getByRole('cell', { name: 'Stock-taking' })).toHaveCount(0)

  await page.goto('/shipping')
  await page.getByRole('radio', { name: 'UPS GROUND' }).check()
  await expect(
    page.getByText(/refrigerated items ship .* Other items and Special order items are not part/),
  ).toBeVisible()
  await ground.getByLabel('Transit days').fill('3')
  await ground.getByRole('button', { name: 'Save UPS GROUND' }).click()
  await expect(admin.getByText('Saved').last()).toBeVisible()
  await context.close()
  await emptyCart(portal, buyer)
})
