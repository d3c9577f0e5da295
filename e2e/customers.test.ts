import type { Page } from '@playwright/test'
import { callAs } from './call-as.ts'
import { customerPage, requestAccount } from './customers.ts'
import { ownPassword, enterAs, expect, mailedLink, mailsTo, signInOnPage, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import type { RunningPortal } from './portal.ts'

const subjectsTo = async (portal: RunningPortal, email: string): Promise<string[]> =>
  (await mailsTo(portal, email)).map(({ subject }) => subject)

const listOf = (email: string): string => `/admin/customers?query=${encodeURIComponent(JSON.stringify({ email }))}`

/** The number of customers waiting for approval in the menu. */
const menuBadge = async (page: Page): Promise<number> => {
  await page.getByRole('button', { name: 'Open menu', exact: true }).click()
  const badge = page.getByRole('dialog').getByTitle('Customers waiting for approval')
  await expect(badge).toBeVisible()
  const text = await badge.innerText()
  await page.keyboard.press('Escape')
  await expect(badge).toBeHidden()
  return Number(text)
}

const fillRequest = async (page: Page, email: string) => {
  const send = page.getByRole('button', { name: 'Request account', exact: true })
  const company = page.getByRole('textbox', { name: 'Company Name', exact: true })
  await page.goto('/signup')
  await send.click()
  await expect(page.getByText('Company Name is required.')).toBeVisible()
  await expect(company).toBeFocused()
  for (const [name, value] of [
    ['Company Name', 'Elm Street Drugs'],
    ['First Name', 'Ann'],
    ['Last Name', 'Lee'],
    ['Email', email],
    ['Phone', '555-0100'],
    ['License', 'MA-PH-1'],
    ['Password', ownPassword],
    ['Confirm Password', 'violet-anchor-1'],
  ] as const)
    await page.getByRole('textbox', { name, exact: true }).fill(value)
  await send.click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(company).toHaveValue('Elm Street Drugs')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Confirm Password', exact: true }).fill(ownPassword)
  await send.click()
  await expect(page.getByText('Registration form filled. Waiting for admin to approve.')).toBeVisible()
}

const completeProfile = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Customer', exact: true })).toBeVisible()
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
    await page.getByLabel(label).fill(value)
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
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Customer updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Maintenance', exact: true })).toBeVisible()
}

test('a business requests an account, an admin completes and accepts it, and it signs in', async ({
  page,
  browser,
  portal,
}) => {
  const email = 'ann@elm-street.example'
  await fillRequest(page, email)
  await expect.poll(() => subjectsTo(portal, email)).toContain('We received your account request')
  await expect.poll(() => subjectsTo(portal, 'admin@demo.example')).toContain('Account request from Elm Street Drugs')

  await page.goto('/signin')
  const password = page.getByLabel('Password', { exact: true })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await password.fill(ownPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(password).toHaveAccessibleDescription(/Your account is waiting for approval\./)

  await enterAs(page, 'admin@demo.example')
  await page.goto(listOf(email))
  const row = page.getByRole('row').filter({ hasText: email })
  const accept = page.getByRole('button', { name: 'Accept: Elm Street Drugs' })
  const dialog = page.getByRole('dialog')
  await expect(accept).toBeVisible()
  const waiting = await menuBadge(page)
  await accept.click()
  await expect(dialog.getByText('Are you sure to accept?')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Known by phone')
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(dialog.getByText('Complete the user profile before activating.')).toBeVisible()
  await expect(dialog.getByText('Ship-to City')).toBeVisible()
  await dialog.getByRole('link', { name: 'Complete the profile' }).click()
  await completeProfile(page)

  await expect(row.getByText('Address not confirmed')).toBeVisible()
  await accept.click()
  await expect(dialog.getByText('Address not confirmed')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Accept', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Resend link' }).click()
  await expect(page.getByText('Link sent')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const context = await browser.newContext({ baseURL: portal.url })
  const applicant = await context.newPage()
  await applicant.goto(await mailedLink(portal, email, 'confirmemail'))
  await applicant.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(applicant.getByText('Thank you. Your email address is confirmed.')).toBeVisible()
  await expect(applicant).toHaveURL(/\/confirmemail$/)
  await context.close()

  await page.goto(listOf(email))
  await expect(row).toBeVisible()
  await expect(row.getByText('Address not confirmed')).toHaveCount(0)
  await accept.click()
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Customer profile accepted')).toBeVisible()
  await expect(accept).toHaveCount(0)
  expect(await menuBadge(page)).toBe(waiting - 1)
  await expect.poll(() => subjectsTo(portal, email)).toContain('Your account is ready')

  await page.goto('/admin/audit')
  await expect(page.getByText('Trail intact')).toBeVisible()
  await page
    .getByRole('button', { name: /^Details: customer accepted/ })
    .first()
    .click()
  await expect(dialog.getByText('Nora Whitfield (admin@demo.example)')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await signInOnPage(page, email, ownPassword)
})

test('an applicant who enters an existing account number joins that business when an admin agrees', async ({
  page,
  portal,
}) => {
  const email = 'ivy@old-mill-drugs.example'
  await requestAccount(portal, { email, companyName: 'Old Mill', accountID: '00 1000382' })
  await enterAs(page, 'admin@demo.example')
  await page.goto(listOf(email))
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText('1000382')).toBeVisible()
  await expect(row.getByText('Claimed')).toBeVisible()
  await row.getByRole('button', { name: 'Accept: Old Mill' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure to accept?' })
  await expect(question.getByText('Another user has the same Account ID')).toBeVisible()
  await question.getByLabel('Reason').fill('Peter Callahan asked for it')
  await question.getByRole('button', { name: 'Accept', exact: true }).click()
  const joining = page.getByRole('dialog', { name: 'Join Old Mill Drugs?' })
  await expect(joining.getByText('Account 1000382 belongs to Old Mill Drugs.')).toBeVisible()
  await expect(joining.getByText('Peter Callahan (peter@old-mill-drugs.example)')).toBeVisible()
  await expect(joining.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(joining).toBeHidden()
  await question.getByRole('button', { name: 'Accept', exact: true }).click()
  await joining.getByRole('button', { name: 'Join this business' }).click()
  await expect(page.getByText('Customer profile accepted')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row.getByText('Claimed')).toHaveCount(0)

  const ordersOf = async (who: string, password?: string) => {
    const { call } = await callAs(portal, who, password)
    const orders = await call<{ orderIdSap: string }[]>('GET', `/api/orders/mineSAPLocal/${who}`)
    return orders.map(({ orderIdSap }) => orderIdSap)
  }
  const orders = await ordersOf(email, ownPassword)
  expect(orders).toEqual(await ordersOf('peter@old-mill-drugs.example'))
  await enterAs(page, email, ownPassword)
  await page.goto('/orderhistory')
  await expect(
    page
      .getByRole('table')
      .getByText(orders[0] ?? 'an order', { exact: true })
      .first(),
  ).toBeVisible()
})

test('an admin moves a customer to another business by its number without losing what they typed', async ({
  page,
  portal,
}) => {
  const email = 'colleague2@demo.example'
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const update = page.getByRole('button', { name: 'Update', exact: true })
  await enterAs(page, 'admin@demo.example')
  await page.goto(listOf(email))
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: 'Actions: Harbor Street Pharmacy' }).click()
  const items = page.getByRole('menuitem')
  await expect(items).toHaveText([
    'Edit',
    'Prices',
    'Orders',
    'Invoices',
    'Order for them',
    'Convert to sales rep',
    'Delete',
  ])
  await expect(items.first()).toBeFocused()
  expect((await items.last().boundingBox())?.height).toBeGreaterThanOrEqual(24)
  expect(await accessibilityFindings(page)).toEqual([])
  await items.last().click()
  const deleting = page.getByRole('dialog')
  const answer = deleting.getByRole('button', { name: 'Delete', exact: true })
  await expect(answer).toBeDisabled()
  await deleting
    .getByLabel('Which user of Harbor Street Pharmacy?')
    .selectOption('Joan Whitaker (colleague2@demo.example)')
  await expect(deleting.getByText('Joan Whitaker (colleague2@demo.example) will be signed out')).toBeVisible()
  await expect(answer).toBeEnabled()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(deleting).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Actions: Harbor Street Pharmacy' })).toBeFocused()

  await row.getByRole('link', { name: 'Joan Whitaker' }).click()
  await expect(page.getByText('Applies to all 3 users of Harbor Street Pharmacy')).toBeVisible()
  await field('Top Level GLN').fill('1234567890123')
  await update.click()
  await expect(
    page.getByText('Check this number: it is not a 13-digit GLN. Save again to keep it anyway.'),
  ).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await field('Phone').fill('555-0199')
  await field('Account ID').fill('0001000530')
  await update.click()
  const joining = page.getByRole('dialog', { name: 'Join Riverbend Pharmacy?' })
  await expect(joining.getByText('Account 1000530 belongs to Riverbend Pharmacy.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(joining).toBeHidden()
  await expect(field('Phone')).toHaveValue('555-0199')
  await update.click()
  await joining.getByRole('button', { name: 'Join this business' }).click()
  await expect(page.getByText('Customer updated successfully')).toBeVisible()

  await page.goto(await customerPage(portal, email))
  await expect(page.getByText('Applies to all 2 users of Riverbend Pharmacy')).toBeVisible()
  await expect(field('Phone')).toHaveValue('555-0199')

  await page.goto(listOf(email))
  await row.getByRole('button', { name: 'Actions: Riverbend Pharmacy' }).click()
  await items.filter({ hasText: 'Convert to sales rep' }).click()
  const converting = page.getByRole('dialog', {
    name: 'By continuing, you will convert this account into a sales-rep profile.',
  })
  await expect(converting.getByRole('button', { name: 'Continue', exact: true })).toBeDisabled()
  await converting
    .getByLabel('Which user of Riverbend Pharmacy?')
    .selectOption('Joan Whitaker (colleague2@demo.example)')
  await converting.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Profile maked as sales representative.')).toBeVisible()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.goto('/admin/users')
  await expect(
    page.getByRole('table', { name: 'Sales Representatives' }).getByRole('link', { name: 'Joan Whitaker' }),
  ).toBeVisible()
})

test('the second of two admins sees what the first one changed, and loses nothing', async ({
  page,
  browser,
  portal,
}) => {
  const screen = await customerPage(portal, 'buyer2@demo.example')
  const phone = (on: Page) => on.getByRole('textbox', { name: 'Phone', exact: true })
  const update = (on: Page) => on.getByRole('button', { name: 'Update', exact: true })
  await enterAs(page, 'admin@demo.example')
  await page.goto(screen)
  await expect(phone(page)).not.toHaveValue('')

  const context = await browser.newContext({ baseURL: portal.url })
  const other = await context.newPage()
  await enterAs(other, 'admin@demo.example')
  await other.goto(screen)
  await phone(other).fill('555-0001')
  await update(other).click()
  await expect(other.getByText('Customer updated successfully')).toBeVisible()
  await context.close()

  await phone(page).fill('555-0002')
  await update(page).click()
  await expect(page.getByText('This customer was changed by someone else.')).toBeVisible()
  await expect(page.getByText('current “555-0001”, yours “555-0002”')).toBeVisible()
  await expect(phone(page)).toHaveValue('555-0002')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save my changes' }).click()
  await expect(page.getByText('Customer updated successfully')).toBeVisible()
})

test('an admin reads a customer as a record, tab by tab, and orders for them', async ({ page, portal }) => {
  const address = await customerPage(portal, 'buyer@demo.example')
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/customers?query={"company":"Harbor Street"}')
  const row = page.getByRole('row', { name: /Harbor Street Pharmacy/ })
  await expect(row).toHaveCount(1)
  await expect(row.getByText('Active', { exact: true })).toHaveCount(0)
  await row.getByRole('link', { name: 'Harbor Street Pharmacy' }).click()
  await expect(page).toHaveURL(/tab=overview/)
  const tabs = page.getByRole('navigation', { name: 'Customer' })
  const current = tabs.locator('[aria-current]')
  await expect(current).toHaveText('Overview')
  for (const title of ['Latest orders', 'Open invoices', 'Notes'])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  await expect(page.getByText(/in 12 months/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  const countOf = async (tab: string) => Number((await tabs.getByRole('link', { name: tab }).innerText()).match(/\d+/))
  const rows = page.getByRole('main').getByRole('table').getByRole('row')
  for (const tab of ['People', 'Prices', 'Orders', 'Invoices', 'Ordering rules', 'Sign-in', 'Details']) {
    await tabs.getByRole('link', { name: tab }).focus()
    await page.keyboard.press('Enter')
    await expect(current).toContainText(tab)
    await expect(page.getByRole('heading', { level: 2, name: 'Harbor Street Pharmacy' })).toBeVisible()
    if (tab === 'People') await expect(rows).toHaveCount((await countOf(tab)) + 1)
    // Prices have a row of filters, too.
    if (['Prices', 'Orders', 'Invoices'].includes(tab))
      await expect(rows).toHaveCount(Math.min(await countOf(tab), 25) + (tab === 'Prices' ? 2 : 1))
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_800)
    expect(await accessibilityFindings(page)).toEqual([])
  }
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(page.getByRole('textbox', { name: 'First Name', exact: true })).toHaveValue('Grace')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Maintenance', exact: true })).toBeVisible()
  await page.goto(`${address}?tab=overview`)

  await tabs.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/tab=orders&page=2/)
  await expect(current).toContainText('Orders')
  await page.getByRole('button', { name: 'Order for them' }).click()
  await expect(page.getByText('Now showing prices, cart and orders for Harbor Street Pharmacy.')).toBeVisible()
  await expect(page).toHaveURL(/\/search$/)
  await expect(page.getByRole('region', { name: 'Customer' }).getByText('Harbor Street Pharmacy')).toBeVisible()
})

test('an admin rejects a request on its page and is back in the list', async ({ page, portal }) => {
  const email = 'rejected@record.example'
  await requestAccount(portal, { email, companyName: 'Record Rejects' })
  await enterAs(page, 'admin@demo.example')
  await page.goto(await customerPage(portal, email))
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Order for them' })).toHaveCount(0)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await dialog.getByLabel('Reason').fill('Known by phone')
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
  await dialog.getByRole('link', { name: 'Complete the profile' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Top Level GLN is required.')).toBeVisible()
  await page.getByRole('button', { name: 'Actions: Record Rejects' }).click()
  await page.getByRole('menuitem', { name: 'Reject' }).click()
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('Customer profile rejected')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Maintenance', exact: true })).toBeVisible()
})
