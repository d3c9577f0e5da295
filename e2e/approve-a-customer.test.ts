import type { Page } from '@playwright/test'
import { accessibilityFindings, expect, signIn, test } from './journey.ts'
import type { RunningPortal } from './portal.ts'

const subjectsTo = async (portal: RunningPortal, email: string): Promise<string[]> => {
  const answer = await fetch(`${portal.url}/dev/mailbox?to=${encodeURIComponent(email)}`, {
    headers: { accept: 'application/json' },
  })
  return ((await answer.json()) as { subject: string }[]).map(({ subject }) => subject)
}

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

test('a business asks for an account, an admin completes and accepts it, and it signs in', async ({ page, portal }) => {
  test.slow()
  const email = 'ann@elm-street.example'
  await requestAccount(page, email)
  await expect.poll(() => subjectsTo(portal, email)).toContain('We received your account request')
  await expect.poll(() => subjectsTo(portal, 'admin@demo.example')).toContain('Account request of Elm Street Drugs')

  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('violet-anchor-17')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Your account is waiting for approval.')).toBeVisible()

  await signIn(page, 'admin@demo.example')
  const waiting = Number(await menuBadge(page))
  await page.goto('/admin/customers')
  await page.getByRole('button', { name: 'Accept: Elm Street Drugs' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Are you sure to accept?')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog.getByText('Complete the user profile before activating.')).toBeVisible()
  await expect(dialog.getByText('Ship-to City')).toBeVisible()
  await dialog.getByRole('link', { name: 'Complete the profile' }).click()
  await completeProfile(page)

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

test('the second of two admins is told what changed, and nothing is lost', async ({ page, browser, portal }) => {
  await signIn(page, 'admin@demo.example')
  await page.goto('/admin/customers')
  await page.getByRole('link', { name: 'Bayshore Eye Center' }).click()
  await expect(page.getByLabel('Phone')).not.toHaveValue('')

  const context = await browser.newContext({ baseURL: portal.url })
  const other = await context.newPage()
  await signIn(other, 'admin@demo.example')
  await other.goto(page.url())
  await other.getByLabel('Phone').fill('555-0001')
  await other.getByRole('button', { name: 'Update' }).click()
  await expect(other.getByText('Customer updated successfully')).toBeVisible()
  await context.close()

  await page.getByLabel('Phone').fill('555-0002')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('This customer was changed meanwhile.')).toBeVisible()
  await expect(page.getByText('stored “555-0001”, yours “555-0002”')).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue('555-0002')
  await page.getByRole('button', { name: 'Save mine anyway' }).click()
  await expect(page.getByText('Customer updated successfully')).toBeVisible()
})

test('an invited colleague chooses a password and signs in', async ({ page, portal }) => {
  await signIn(page, 'admin@demo.example')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = page.getByRole('form', { name: 'Add User' })
  await form.getByLabel('First Name').fill('Sam')
  await form.getByLabel('Last Name').fill('Roe')
  await form.getByLabel('Email').fill('sam@apotheca.example')
  expect(await accessibilityFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Sales Representatives' }).getByText('Invited')).toBeVisible()

  const answer = await fetch(`${portal.url}/dev/mailbox?to=sam@apotheca.example`, {
    headers: { accept: 'application/json' },
  })
  const [mail] = (await answer.json()) as { text: string }[]
  const link = /https?:\S+setnewpass\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await expect(page.getByLabel('Email')).toHaveValue('sam@apotheca.example')
  await page.getByLabel('New Password').fill('violet-anchor-17')
  await page.getByLabel('Re-type password').fill('violet-anchor-17')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password has been changed successfully.')).toBeVisible()
  await signIn(page, 'sam@apotheca.example', 'violet-anchor-17')
  await expect(page.getByText('(Sales Rep)').first()).toBeVisible()
})
