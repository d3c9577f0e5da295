import type { Page } from '@playwright/test'
import { demoBusinesses } from '../demo/businesses.ts'
import { load, readNow } from './books.ts'
import { callAs } from './call-as.ts'
import { enterAs, expect, signOutOnPage, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { placeOrderByApi, plainProduct } from './orders.ts'
import type { RunningPortal } from './portal.ts'

const buyer = 'buyer@demo.example'

/** Opens an unpaid order of the buyer, as from a link, and goes to its payment. */
const openUnpaidOrder = async (page: Page, portal: RunningPortal): Promise<string> => {
  const id = await placeOrderByApi(portal, buyer, 'PAY-ME', { paymentMethod: 'Stripe' })
  await enterAs(page, buyer)
  await page.goto(`/order/${id}`)
  await page.getByRole('link', { name: 'Pay online', exact: true }).click()
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
  return id
}

const policyOf = async (portal: RunningPortal, path: string): Promise<string> => {
  const answer = await fetch(`${portal.url}${path}`, { headers: { accept: 'text/html' } })
  return answer.headers.get('content-security-policy') ?? ''
}

const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')
const payByCard = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

test('a card pays an order after a decline, and the order shows a refund and a dispute', async ({ page, portal }) => {
  const id = await openUnpaidOrder(page, portal)
  await cardFrame(page).getByLabel('Card number').fill('4000 0000 0000 0002')
  expect(await accessibilityFindings(page)).toEqual([])
  await payByCard(page).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()

  await cardFrame(page).getByLabel('Card number').fill('4000 0025 0000 3155')
  await payByCard(page).click()
  await cardFrame(page).getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByText('We could not authenticate your card.')).toBeVisible()

  await payByCard(page).click()
  await cardFrame(page).getByRole('button', { name: 'Complete' }).click()
  // If the webhook arrives before the form's answer, the form disappears without a message.
  await expect(page.getByText(/by card on [A-Z][a-z]{2} \d\d?, \d{4}/)).toBeVisible()
  await expect(payByCard(page)).toHaveCount(0)

  const [, stripe = ''] = /frame-src 'self' (\S+)/.exec(await policyOf(portal, `/order/${id}?pay=1`)) ?? []
  const pull = async (lever: string, facts: object) =>
    (await fetch(`${stripe}/_control/${lever}`, { method: 'POST', body: JSON.stringify(facts) })).json()
  const intents = (await pull('intents', {})) as { id: string; metadata: { orderId: string } }[]
  const intent = intents.find(({ metadata }) => metadata.orderId === id)
  await pull('refund', { id: intent?.id, amount: 100 })
  await pull('dispute', { id: intent?.id, status: 'needs_response' })
  const { call } = await callAs(portal, buyer)
  const known = async () => (await call<{ facts: object[] }>('GET', `/api/orders/${id}/payments`)).facts
  await expect.poll(known).toEqual([expect.objectContaining({ refunded: 1, dispute: 'needs_response' })])
  await page.reload()
  await expect(page.getByText('$1.00 was refunded to the payer.')).toBeVisible()
  await expect(page.getByText('The payer disputes this payment: needs response.')).toBeVisible()
})

test('PayPal pays an order after a canceled and a declined attempt', async ({ page, portal }) => {
  await openUnpaidOrder(page, portal)
  const button = page
    .frameLocator('iframe[title="PayPal"]')
    .first()
    .getByRole('button', { name: /PayPal/ })
  const approval = page.getByRole('dialog').frameLocator('iframe')
  await button.click()
  await approval.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button.click()
  await approval.getByRole('button', { name: 'Pay with a card that is declined' }).click()
  // The webhook may have captured the payment before the browser did.
  await expect(page.getByText(/The payment (was declined\. Try another way to pay|is not complete)\./)).toBeVisible()
  await approval.getByRole('button', { name: 'Pay now' }).click()
  await expect(page.getByText(/with PayPal on [A-Z][a-z]{2} \d\d?, \d{4}/)).toBeVisible()
})

test('only the payment page loads code of a provider, and an admin marks the order as paid by other means', async ({
  page,
  portal,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(portal.url) && !request.url().startsWith('data:')) asked.push(request.url())
  })
  const isHere = () => page.evaluate(() => 'Stripe' in window || 'paypal' in window)
  const id = await openUnpaidOrder(page, portal)
  await expect(payByCard(page)).toBeVisible()
  expect(await isHere()).toBe(true)
  await expect(page.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)

  await page.getByRole('link', { name: /^Cart/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
  expect(await isHere()).toBe(false)
  asked.length = 0
  for (const path of ['/', '/cart', '/user-dashboard', `/order/${id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await policyOf(portal, path)).not.toMatch(/127\.0\.0\.1|stripe|paypal/)
  }
  await expect(page.getByRole('link', { name: 'Pay online', exact: true })).toBeVisible()
  expect(asked).toEqual([])
  expect(await policyOf(portal, `/order/${id}?pay=1`)).toMatch(/127\.0\.0\.1/)

  await page.goto(`/order/${id}?pay=1`)
  await expect(payByCard(page)).toBeVisible()
  await signOutOnPage(page)
  expect(await isHere()).toBe(false)

  await enterAs(page, 'admin@demo.example')
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('How it was paid').fill('Wire of 20 November')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Order is paid')).toBeVisible()
  await expect(page.getByText(/by other means on .*: Wire of 20 November/)).toBeVisible()
})

test.describe('when the script of a provider does not load', () => {
  // The package logs an error of its own, and the browser's error is expected here.
  test.use({ cleanConsole: async ({}, use) => use() })

  test('the page names the provider', async ({ page, portal }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.route(/\/sdk\/js|\/stripe\.js/, (route) => route.abort())
    await openUnpaidOrder(page, portal)
    await expect(page.getByText('Stripe not loaded')).toBeVisible()
    await expect(page.getByText('Error in connecting to PayPal')).toBeVisible()
    expect(logged.join('\n')).toContain('Failed to load the PayPal JS SDK script.')
  })
})

test('a buyer pays two selected invoices by keyboard, and each invoice shows its share', async ({ page, portal }) => {
  const account = demoBusinesses().find(({ email }) => email === buyer)?.accountID
  const invoice = { account, date: '-1d', changed: '-0h' }
  const line = { product: plainProduct?.ndcNumber, quantity: '1' }
  await load(portal, {
    invoices: [
      { ...invoice, id: '99000301', lines: [{ ...line, price: '25.00' }] },
      { ...invoice, id: '99000302', lines: [{ ...line, price: '17.50' }] },
    ],
  })
  await readNow(portal, 'invoices', 'openItems')

  await enterAs(page, buyer)
  await page.goto('/MyInvoices')
  const payChosen = page.getByRole('link', { name: /^Pay selected \(\$/ })
  await page.getByRole('checkbox', { name: 'Select invoice 99000301' }).check()
  await expect(payChosen).toHaveText('Pay selected ($25.00)')
  await page.getByRole('checkbox', { name: 'Select invoice 99000302' }).check()
  await expect(payChosen).toHaveText('Pay selected ($42.50)')
  await payChosen.click()
  const shares = page.getByRole('table', { name: 'Pays the open amount of each invoice' })
  await expect(shares.getByRole('row').last()).toHaveText('Total$42.50')
  const pay = page.getByRole('button', { name: 'Pay $42.50', exact: true })
  await expect(pay).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await cardFrame(page).getByLabel('Card number').focus()
  await page.keyboard.type('4242424242424242')
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await expect(pay).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'show as paid once posted' })).toBeVisible()

  await shares.getByRole('link', { name: '99000302' }).click()
  await expect(page.getByRole('heading', { name: 'Online payment' })).toBeVisible()
  await expect(page.getByText('$17.50 of $42.50 by card on')).toBeVisible()
})
