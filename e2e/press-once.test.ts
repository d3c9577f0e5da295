import type { Page } from '@playwright/test'
import { enterAs, expect, signIn, test } from './journey.ts'

/** Two presses as a shaky hand makes them, each as a browser sends it. */
const pressTwice = async (page: Page, name: string, apart: number) => {
  const button = page.getByRole('button', { name, exact: true })
  await button.evaluate(
    (element: HTMLElement, milliseconds) =>
      new Promise<void>((done) => {
        element.click()
        setTimeout(() => {
          element.click()
          done()
        }, milliseconds)
      }),
    apart,
  )
}

const countCalls = (page: Page, method: string, path: RegExp): (() => number) => {
  let calls = 0
  page.on('request', (request) => {
    if ([request.method(), '*'].includes(method) && path.test(request.url())) calls++
  })
  return () => calls
}

test('a button that is pressed twice acts once, and its success is not followed by a failure', async ({ page }) => {
  await signIn(page, 'admin@demo.example')
  for (const apart of [0, 25, 100]) {
    await page.goto('/admin/products')
    await page.getByRole('button', { name: 'New Product' }).click()
    const created = countCalls(page, 'POST', /\/api\/products$/)
    await page.getByRole('button', { name: 'Create', exact: true }).waitFor()
    await pressTwice(page, 'Create', apart)
    await page.waitForURL(/\/admin\/product\//)
    expect(created()).toBe(1)
  }

  for (const apart of [25, 250]) {
    await page.goto('/admin/products?query={"published":"no"}')
    await page.getByRole('button', { name: 'Delete product' }).first().click()
    const removed = countCalls(page, 'DELETE', /\/api\/products\//)
    await page.getByRole('button', { name: 'Delete', exact: true }).waitFor()
    await pressTwice(page, 'Delete', apart)
    await expect(page.getByText('Product deleted successfully')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Product deleted successfully')).toBeVisible()
    expect(removed()).toBe(1)
  }
})

test('an applicant is rejected and a customer converted once, whoever presses twice', async ({ page, portal }) => {
  const email = 'rejected@twice.example'
  const asked = await fetch(`${portal.url}/api/users/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      companyName: 'Rejected Twice',
      name: 'Tess',
      lastName: 'Twice',
      email,
      phone: '555-0100',
      license: 'PH-22',
      password: 'a long enough passphrase',
    }),
  })
  expect(asked.ok).toBe(true)
  await enterAs(page, 'admin@demo.example')
  const called = countCalls(page, '*', /\/api\/users\/(reject|converttosalesrep)\//i)
  await page.goto(`/admin/customers?query={"email":"${email}"}`)
  await page.getByRole('button', { name: 'Reject: Rejected Twice' }).click()
  await page.getByRole('dialog').waitFor()
  await pressTwice(page, 'Reject', 60)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Customer profile rejected')).toBeVisible()
  expect(called()).toBe(1)

  await page.goto('/admin/customers?query={"companyName":"Kaimana Pharmacy"}')
  await page
    .getByRole('button', { name: /Kaimana Pharmacy/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Convert to sales rep' }).click()
  await page.getByRole('dialog').waitFor()
  await pressTwice(page, 'Continue', 60)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Profile maked as sales representative.')).toBeVisible()
  expect(called()).toBe(2)
})

test('a request for an account that is sent twice is one', async ({ page }) => {
  await page.goto('/signup')
  for (const [label, value] of Object.entries({
    'Company Name': 'Twice Pharmacy',
    'First Name': 'Tess',
    'Last Name': 'Twice',
    Email: 'twice@press.example',
    Phone: '555-0100',
    License: 'PH-22',
  }))
    await page.getByLabel(label, { exact: false }).first().fill(value)
  const sent = countCalls(page, 'POST', /\/api\/users\/signup/)
  await page.locator('input[name=password]').fill('a long enough passphrase')
  await page.locator('input[name=confirmPassword]').fill('a long enough passphrase')
  await pressTwice(page, 'Request account', 30)
  await expect(page.getByText('Your request is with us')).toBeVisible()
  expect(sent()).toBe(1)
})
