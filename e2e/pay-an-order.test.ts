import type { Page } from '@playwright/test'
import { expect, enterAs, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import type { RunningPortal } from './portal.ts'

interface Found {
  _id: string
  isPaid: boolean
}

/** An unpaid order of the buyer's own, opened in the browser as from a link, and then to pay it. */
const openUnpaidOrder = async (page: Page, portal: RunningPortal): Promise<string> => {
  await signIn(page, 'buyer@demo.example')
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}') as Record<string, string>)
  const answer = await fetch(`${portal.url}/api/orders/mineSAPLocal/${user['_id']}`, {
    headers: { authorization: `Bearer ${user['token']}` },
  })
  const found = ((await answer.json()) as Found[]).find(({ isPaid }) => !isPaid)
  expect(found, 'the demo has unpaid orders').toBeTruthy()
  await page.goto(`/order/${found?._id}`)
  await page.getByRole('link', { name: 'Pay online' }).click()
  await page.waitForURL(/\?pay=1$/)
  return found?._id ?? ''
}

const policyOf = async (portal: RunningPortal, path: string): Promise<string> => {
  const answer = await fetch(`${portal.url}${path}`, { headers: { accept: 'text/html' } })
  return answer.headers.get('content-security-policy') ?? ''
}

const cardFrame = (page: Page) => page.frameLocator('iframe[title="Secure card payment input frame"]')

test('a card pays an order, and the page says so at once', async ({ page, portal }) => {
  await openUnpaidOrder(page, portal)
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
  await cardFrame(page).getByLabel('Card number').fill('4000 0000 0000 0002')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()

  await cardFrame(page).getByLabel('Card number').fill('4000 0025 0000 3155')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await cardFrame(page).getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByText('We could not authenticate your card.')).toBeVisible()

  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await cardFrame(page).getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Order is paid')).toBeVisible()
  await expect(page.getByText(/by card on \d{4}-\d\d-\d\d/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0)
})

test('PayPal pays an order after a cancelled and a declined try', async ({ page, portal }) => {
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
  // The webhook may have asked for the money before the browser did.
  await expect(
    page.getByText(/The payment (was declined\. Please try another way to pay|is not complete)\./),
  ).toBeVisible()
  await approval.getByRole('button', { name: 'Pay now' }).click()
  await expect(page.getByText('Order is paid')).toBeVisible()
  await expect(page.getByText(/with PayPal on \d{4}-\d\d-\d\d/)).toBeVisible()
})

test('a refund and a dispute show on the order when the provider reports them', async ({ page, portal }) => {
  const id = await openUnpaidOrder(page, portal)
  await cardFrame(page).getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText(/by card on/)).toBeVisible()
  const [, stripe = ''] = /frame-src 'self' (\S+)/.exec(await policyOf(portal, `/order/${id}?pay=1`)) ?? []
  const pull = async (lever: string, facts: object) =>
    (await fetch(`${stripe}/_control/${lever}`, { method: 'POST', body: JSON.stringify(facts) })).json()
  const intents = (await pull('intents', {})) as { id: string; metadata: { orderId: string } }[]
  const intent = intents.find(({ metadata }) => metadata.orderId === id)
  await pull('refund', { id: intent?.id, amount: 100 })
  await pull('dispute', { id: intent?.id, status: 'needs_response' })
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('$1.00 went back to the payer.')).toBeVisible({ timeout: 5_000 })
    await expect(page.getByText('The payer disputes this payment: needs response.')).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

test('what a provider loads is in the page for paying alone, and ends when it is left', async ({ page, portal }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(portal.url) && !request.url().startsWith('data:')) asked.push(request.url())
  })
  const isHere = () => page.evaluate(() => 'Stripe' in window || 'paypal' in window)
  const id = await openUnpaidOrder(page, portal)
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  expect(await isHere()).toBe(true)

  await page.getByRole('link', { name: /^Cart/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
  expect(await isHere()).toBe(false)
  asked.length = 0
  for (const path of ['/', '/cart', '/user-dashboard', `/order/${id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await policyOf(portal, path)).not.toMatch(/127\.0\.0\.1|stripe|paypal/)
  }
  await expect(page.getByRole('link', { name: 'Pay online' })).toBeVisible()
  expect(asked).toEqual([])
  expect(await policyOf(portal, `/order/${id}?pay=1`)).toMatch(/127\.0\.0\.1/)

  await page.goto(`/order/${id}?pay=1`)
  // The page scrolls to the form when it comes, away from under the pointer.
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  await page.getByRole('button', { name: /^Hello/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.waitForURL(/signin/)
  expect(await isHere()).toBe(false)
})

test('an admin marks an order paid by other means', async ({ page, portal }) => {
  const id = await openUnpaidOrder(page, portal)
  await expect(page.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
  await page.evaluate(() => localStorage.removeItem('userInfo'))
  await enterAs(page, 'admin@demo.example')
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByLabel('How it was paid').fill('Wire of 20 November')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Order is paid')).toBeVisible()
  await expect(page.getByText(/by other means on .*: Wire of 20 November/)).toBeVisible()
})

test('the panel reads well aloud and works by keyboard', async ({ page, portal }) => {
  await openUnpaidOrder(page, portal)
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await cardFrame(page).getByLabel('Card number').focus()
  await page.keyboard.type('4242424242424242')
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Order is paid')).toBeVisible()
})

test.describe('when a provider’s script does not load', () => {
  // The package logs its own sentence; the browser’s error is expected here.
  test.use({ cleanConsole: async ({}, use) => use() })

  test('the page says so', async ({ page, portal }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.route(/\/sdk\/js|\/stripe\.js/, (route) => route.abort())
    await openUnpaidOrder(page, portal)
    await expect(page.getByText('Stripe not loaded')).toBeVisible()
    await expect(page.getByText('Error in connecting to PayPal')).toBeVisible()
    expect(logged.join('\n')).toContain('Failed to load the PayPal JS SDK script.')
  })
})

test('a buyer pays two chosen invoices at once, and each says so', async ({ page }) => {
  await signIn(page, 'buyer@demo.example')
  const open = page.getByRole('row').filter({ hasText: /Open|Overdue/, has: page.getByRole('checkbox') })
  // A portal that was just started reads the books first.
  await expect(async () => {
    await page.goto('/MyInvoices')
    await expect(open.nth(1)).toBeVisible({ timeout: 3_000 })
  }).toPass()
  const payChosen = page.getByRole('link', { name: /^Pay selected \(\$/ })
  await open.nth(0).getByRole('checkbox').check()
  const onlyFirst = await payChosen.innerText()
  await open.nth(1).getByRole('checkbox').check()
  await expect(payChosen).not.toHaveText(onlyFirst)
  const sum = /\$[\d,.]+\d/.exec(await payChosen.innerText())?.[0] ?? ''
  await payChosen.click()
  await page.waitForURL(/\/payInvoices\?ids=/)
  const shares = page.getByRole('table', { name: 'What is open of each is paid' })
  await expect(shares.getByRole('row').last()).toHaveText(`Total${sum}`)
  expect(await accessibilityFindings(page)).toEqual([])
  await cardFrame(page).getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: `Pay ${sum}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'on their way to our books' })).toBeVisible()

  await shares.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Online payment' })).toBeVisible()
  await expect(page.getByText(`of ${sum} by card on`)).toBeVisible()
})
