import type { Page } from '@playwright/test'
import { enterAs, expect, mailedLink, mailsTo, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import type { RunningPortal } from './portal.ts'

const subjectsTo = async (portal: RunningPortal, email: string): Promise<string[]> =>
  (await mailsTo(portal, email)).map(({ subject }) => subject)

const menuBadge = async (page: Page): Promise<string> => {
  await page
    .getByRole('button', { name: 'Open menu' })
    .or(page.getByRole('button', { name: /menu/i }))
    .first()
    .click()
  const badge = page.getByTitle('Customers waiting for approval')
  await expect(badge).toBeVisible()
  const text = await badge.innerText()
  await page.keyboard.press('Escape')
  await expect(badge).toBeHidden()
  return text
}

const requestAccount = async (page: Page, email: string) => {
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Request account' }).click()
  await expect(page.getByText('Company Name is required.')).toBeVisible()
  await expect(page.getByLabel('Company Name')).toBeFocused()
  await page.getByLabel('Company Name').fill('Elm Street Drugs')
  await page.getByLabel('First Name').fill('Ann')
  await page.getByLabel('Last Name').fill('Lee')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('555-0100')
  await page.getByRole('textbox', { name: 'License' }).fill('MA-PH-1')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('violet-anchor-17')
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('violet-anchor-18')
  await page.getByRole('button', { name: 'Request account' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(page.getByLabel('Company Name')).toHaveValue('Elm Street Drugs')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('violet-anchor-17')
  await page.getByRole('button', { name: 'Request account' }).click()
  await expect(page.getByText('Registration form filled. Waiting for admin to approve.')).toBeVisible()
}

const completeProfile = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Edit Customer' })).toBeVisible()
  await expect(page.getByText('Top Level GLN is required.')).toBeVisible()
  for (const [label, value] of [
    ['Account ID', '7700123'],
    ['Top Level GLN', '0614141000012'],
    ['Location GLN', '4012345000009'],
    ['License Type', 'Retail pharmacy'],
    ['Issuing Authority', 'Massachusetts Board of Pharmacy'],
    ['License Address', '5 Elm Street, Boston'],
    ['License Expiry Date', '2031-05-01'],
  ] as const)
    await page.getByLabel(label, { exact: false }).fill(value)
  const shipping = page.getByRole('group', { name: 'Shipping address' })
  const billing = page.getByRole('group', { name: 'Billing address' })
  await page.getByLabel('Copy shipping details to billing details').check()
  for (const [label, value] of [
    ['Name', 'Elm Street Drugs'],
    ['Address 1', '5 Elm Street'],
    ['City', 'Boston'],
    ['State', 'MA'],
    ['Zip', '02101'],
    ['Country', 'US'],
  ] as const) {
    await shipping.getByLabel(label).fill(value)
    await expect(billing.getByLabel(label)).toHaveValue(value)
  }
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Customer updated successfully')).toBeVisible()
  await page.waitForURL('**/admin/customers*')
}

test('a business asks for an account, an admin completes and accepts it, and it signs in', async ({
  page,
  browser,
  portal,
}) => {
  test.slow()
  const email = 'ann@elm-street.example'
  await requestAccount(page, email)
  await expect.poll(() => subjectsTo(portal, email)).toContain('We received your account request')
  await expect.poll(() => subjectsTo(portal, 'admin@demo.example')).toContain('Account request of Elm Street Drugs')

  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('violet-anchor-17')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Your account is waiting for approval\./,
  )

  await signIn(page, 'admin@demo.example')
  const waiting = Number(await menuBadge(page))
  await page.goto('/admin/customers')
  await page.getByRole('button', { name: 'Accept: Elm Street Drugs' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Are you sure to accept?')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Known by phone')
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog.getByText('Complete the user profile before activating.')).toBeVisible()
  await expect(dialog.getByText('Ship-to City')).toBeVisible()
  await dialog.getByRole('link', { name: 'Complete the profile' }).click()
  await completeProfile(page)

  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText('Address not confirmed')).toBeVisible()
  await page.getByRole('button', { name: 'Accept: Elm Street Drugs' }).click()
  await expect(dialog.getByText('Address not confirmed')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('Link sent')).toBeVisible()
  await page.keyboard.press('Escape')

  const context = await browser.newContext({ baseURL: portal.url })
  const applicant = await context.newPage()
  await applicant.goto(await mailedLink(portal, email, 'confirmemail'))
  await expect(applicant).toHaveURL(/\/confirmemail$/)
  expect(await accessibilityFindings(applicant)).toEqual([])
  await applicant.getByRole('button', { name: 'Confirm' }).click()
  await expect(applicant.getByText('Thank you. Your email address is confirmed.')).toBeVisible()
  await context.close()

  await page.reload()
  await expect(row).toBeVisible()
  await expect(row.getByText('Address not confirmed')).toBeHidden()
  await page.getByRole('button', { name: 'Accept: Elm Street Drugs' }).click()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Customer profile accepted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept: Elm Street Drugs' })).toBeHidden()
  expect(Number(await menuBadge(page))).toBe(waiting - 1)
  await expect.poll(() => subjectsTo(portal, email)).toContain('Your account is ready')

  await page.goto('/admin/audit')
  await expect(page.getByText('Chain intact')).toBeVisible()
  await page
    .getByRole('button', { name: /^Details: customer accepted/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('Nora Whitfield (admin@demo.example)')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await signIn(page, email, 'violet-anchor-17')
  await expect(page).toHaveURL(/user-dashboard/)
})

const requestAccess = async (portal: RunningPortal, facts: { email: string; accountID: string }) => {
  const answer = await fetch(`${portal.url}/api/users/signupsap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      companyName: 'Old Mill',
      name: 'Ivy',
      lastName: 'Lund',
      phone: '555-0100',
      password: 'violet-anchor-17',
      agreesToTerms: true,
      ...facts,
    }),
  })
  expect(answer.status).toBe(200)
}

/** What the order history of this user begins with. */
const ordersOf = async (page: Page, email: string, password?: string): Promise<string[]> => {
  await page.goto('/signin')
  await page.evaluate(() => localStorage.clear())
  await enterAs(page, email, password)
  await page.goto('/orderhistory')
  const results = page.getByRole('status').filter({ hasText: /^Orders, \d+ results$/ })
  const rows = page.getByRole('table').locator('tbody').getByRole('row')
  await expect(results).toBeVisible()
  await expect(rows.last()).toHaveText(/\S/)
  return [await results.innerText(), ...(await rows.allInnerTexts())]
}

test('an applicant joins the business whose number is claimed, once an admin has read whose it is', async ({
  page,
  portal,
}) => {
  test.slow()
  const email = 'ivy@old-mill-drugs.example'
  await requestAccess(portal, { email, accountID: '00 1000382' })
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/customers')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText('1000382')).toBeVisible()
  await expect(row.getByText('Claimed')).toBeVisible()
  await row.getByRole('button', { name: 'Accept: Old Mill' }).click()
  const asked = page.getByRole('dialog', { name: 'Are you sure to accept?' })
  await expect(asked.getByText('Another user holds the same Account ID')).toBeVisible()
  await asked.getByLabel('Reason').fill('Peter Callahan asked for it')
  await asked.getByRole('button', { name: 'Accept' }).click()
  const joining = page.getByRole('dialog', { name: 'Join Old Mill Drugs?' })
  await expect(joining.getByText('Account 1000382 belongs to Old Mill Drugs.')).toBeVisible()
  await expect(joining.getByText('Peter Callahan (peter@old-mill-drugs.example)')).toBeVisible()
  await expect(joining.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(joining).toBeHidden()
  await asked.getByRole('button', { name: 'Accept' }).click()
  await joining.getByRole('button', { name: 'Join this business' }).click()
  await expect(page.getByText('Customer profile accepted')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row.getByText('Claimed')).toBeHidden()

  const seen = await ordersOf(page, email, 'violet-anchor-17')
  expect(seen.length).toBeGreaterThan(5)
  expect(await ordersOf(page, 'peter@old-mill-drugs.example')).toEqual(seen)
})
