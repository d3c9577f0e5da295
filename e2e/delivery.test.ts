import type { Page } from '@playwright/test'
import { demoProducts } from '../demo/products.ts'
import { callAs } from './call-as.ts'
import { fillCart, goToPlaceOrder, confirmOrder } from './checkout.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { plainProduct } from './orders.ts'
import type { RunningPortal } from './portal.ts'
import { watchRequests } from './watch-requests.ts'

const admin = 'admin@demo.example'
const sold = demoProducts().filter(({ isPublished, dummyNDC, dea }) => isPublished && !dummyNDC && dea !== 'CII')
const warm = plainProduct?.ndcNumber ?? ''
const cold = sold.find(({ countInStock, coldStatus }) => countInStock > 20 && coldStatus)?.ndcNumber ?? ''
const special = sold.find(({ isNonStocked }) => isNonStocked)?.ndcNumber ?? ''

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

test('cart, shipping and the last step show the order deadline and the delivery date before any button is enabled', async ({
  page,
  portal,
  browser,
}) => {
  const buyer = 'buyer2@demo.example'
  await fillCart(
    portal,
    buyer,
    [warm, cold, special].map((code) => ({ code, quantity: 1 })),
  )
  await enterAs(page, buyer)
  const day = '(?:Mon|Tue|Wed|Thu|Fri), [A-Z][a-z]{2} \\d\\d?'
  const promise = page.getByText(
    new RegExp(
      `^Order (?:within|by) .+: arrives ${day}; refrigerated items ship ${day}, arrive ${day}\\. Special order items are not included\\.$`,
    ),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const allAnswered = watchRequests(page)
  for (const path of ['/cart', '/shipping', '/placeorder']) {
    asked.length = 0
    await page.goto(path)
    await expect(promise).toBeVisible()
    await allAnswered()
    expect(asked.filter((one) => one === '/api/delivery/arrivals')).toHaveLength(1)
  }

  // The delivery date moves the button, so the button stays disabled until the date is known.
  const { promise: isJudged, resolve: goOn } = Promise.withResolvers<null>()
  await page.route('**/api/delivery/arrivals', async (route) => {
    await isJudged
    await route.continue()
  })
  await page.goto('/shipping')
  await expect(page.getByRole('radio', { name: 'UPS GROUND' })).toBeVisible()
  await expect(page.getByText('We ship to the account’s licensed address').first()).toBeVisible()
  await expect(continueButton(page)).toBeDisabled()
  goOn(null)
  await expect(promise).toBeVisible()
  await expect(continueButton(page)).toBeEnabled()

  // A shipping method without known delivery times promises nothing; the others still do.
  const context = await browser.newContext({ baseURL: portal.url })
  const office = await context.newPage()
  await enterAs(office, admin)
  await office.goto('/admin/delivery')
  await office.getByRole('button', { name: 'Edit UPS GROUND' }).click()
  const ground = office.getByRole('dialog').getByRole('form', { name: 'UPS GROUND' })
  await ground.getByLabel('Transit days').fill('0')
  await ground.getByRole('button', { name: 'Save UPS GROUND' }).click()
  await expect(office.getByText('Enter a whole number from 1 to 30, or leave it blank.')).toBeVisible()
  expect(await accessibilityFindings(office)).toEqual([])
  await ground.getByLabel('Transit days').fill('')
  await ground.getByRole('button', { name: 'Save UPS GROUND' }).click()
  await expect(office.getByText('Saved')).toBeVisible()
  await expect(ground).toHaveCount(0)
  await expect(office.getByRole('button', { name: 'Edit UPS GROUND' })).toBeFocused()
  await expect(office.getByRole('row').filter({ hasText: 'UPS GROUND' })).toContainText('Not set')
  const another = office.getByLabel('Day', { exact: true })
  await another.fill('2020-07-03')
  await office.getByRole('button', { name: 'Save day' }).click()
  await expect(another).toHaveAccessibleDescription('This day has passed. Choose today or a later day.')
  await another.fill(`${new Date().getFullYear() + 2}-07-03`)
  await office.getByLabel('Name', { exact: true }).fill('Stock-taking')
  await office.getByRole('button', { name: 'Save day' }).click()
  const closed = office.getByRole('row').filter({ hasText: 'Stock-taking' })
  await expect(closed).toBeVisible()
  await closed.getByRole('button', { name: /^Remove / }).click()
  await expect(closed).toHaveCount(0)

  await page.goto('/shipping')
  await page.getByRole('radio', { name: 'UPS GROUND' }).check()
  await expect(
    page.getByText(/refrigerated items ship .* Other items and Special order items are not included/),
  ).toBeVisible()
})

const erpAddress = '00163e7a-11c2-1eef-a0b1-c2d3e4f50617'

test('an admin adds and verifies a second ship-to address, which the business does not see before', async ({
  page,
  portal,
}) => {
  const manager = 'manager@demo.example'
  const { _id } = await callAs(portal, manager)
  const further = page.getByRole('list', { name: 'Additional ship-to addresses' })
  await enterAs(page, manager)
  await page.goto('/profile')
  await expect(page.getByText('Where you are signed in')).toBeVisible()
  await expect(further.getByText('Magnolia Surgery Center')).toBeVisible()
  await expect(further.getByText('River Annex')).toHaveCount(0)

  await enterAs(page, admin)
  await page.goto(`/admin/customer/${_id}?tab=ordering`)
  await page.getByRole('button', { name: 'Add an address' }).click()
  const form = page.getByRole('form', { name: 'New ship-to address' })
  await form.getByRole('button', { name: 'Add address' }).click()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(/Name is required/)
  expect(await accessibilityFindings(page)).toEqual([])
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('River Annex')
  await form.getByLabel('Street').fill('2 Dock Road')
  await form.getByRole('textbox', { name: 'City', exact: true }).fill('Nashua')
  await form.getByRole('textbox', { name: 'State', exact: true }).fill('NH')
  await form.getByLabel('ZIP code').fill('03060')
  await form.getByRole('button', { name: 'Add address' }).click()
  await expect(page.getByText('Pending verification')).toBeVisible()
  await page.getByRole('button', { name: 'Verify: River Annex' }).click()
  const verifying = page.getByRole('form', { name: 'Verify River Annex' })
  await expect(verifying.getByRole('checkbox', { name: 'NH requires a license for this location' })).toBeChecked()
  await verifying.getByLabel('Address ID in the ERP').fill(erpAddress)
  await verifying.getByRole('button', { name: 'Verify address' }).click()
  const annex = page.getByRole('listitem').filter({ hasText: 'River Annex' })
  await expect(annex.getByText('Verified', { exact: true })).toBeVisible()

  await enterAs(page, manager)
  await page.goto('/profile')
  await expect(further.getByText('River Annex')).toBeVisible()
  await expect(page.getByText(/no license on record\. Orders to this address are on hold/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove: River Annex' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(further.getByText('River Annex')).toHaveCount(0)
})

const addVerified = async (portal: RunningPortal, buyer: string): Promise<void> => {
  const { _id: customer } = await callAs(portal, buyer)
  const { call } = await callAs(portal, admin)
  const street = { name: 'Hill Annex', address1: '9 Hill Road' }
  const place = { city: 'Keene', state: 'NH', zip: '03431', country: 'US' }
  const { _id } = await call<{ _id: string }>('POST', `/api/ship-to/${customer}`, { ...street, ...place })
  await call('PUT', `/api/ship-to/addresses/${_id}/verification`, { __v: 1, needsLicense: true, erpAddress })
}

test('an order goes to the chosen address, and is put on hold without a license for its state', async ({
  page,
  portal,
}) => {
  const buyer = 'karen@great-lakes-regional-hospital.example'
  await addVerified(portal, buyer)
  await fillCart(portal, buyer, [{ code: warm, quantity: 1 }])
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, buyer)
  await page.goto('/shipping')
  await page.getByRole('radio', { name: /^Hill Annex: 9 Hill Road, Keene, NH 03431/ }).check()
  await expect(page.getByText('Orders to this address go on hold')).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await goToPlaceOrder(page)
  await expect(page.getByRole('radio', { name: /^Hill Annex/ })).toBeChecked()
  await confirmOrder(page, portal, buyer)
  await expect(page.getByText('9 Hill Road')).toBeVisible()
  await expect(page.getByText(/The ship-to address has no license on record/).first()).toBeVisible()
})
