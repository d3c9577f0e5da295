import { bearer, expect, enterAs, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import type { RunningPortal } from './portal.ts'

/** A sales rep's number, changed by another admin meanwhile. */
const renumber = async (portal: RunningPortal, email: string, accountID: string) => {
  const headers = {
    authorization: `Bearer ${await bearer(portal, 'admin@demo.example')}`,
    'content-type': 'application/json',
  }
  const staff = await fetch(`${portal.url}/api/users?query=${email}`, { headers })
  const [rep] = (await staff.json()) as { _id: string }[]
  const body = JSON.stringify({ accountID })
  const answer = await fetch(`${portal.url}/api/users/${rep?._id}`, { method: 'PUT', headers, body })
  expect(answer.status).toBe(200)
}

test('a changed account number asks whose business is joined, and loses nothing that was typed', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/customers?query=%7B%22email%22%3A%22colleague2%40demo.example%22%7D')
  await page.getByRole('link', { name: 'Harbor Street Pharmacy' }).click()
  await expect(page.getByText('Applies to all 3 users of Harbor Street Pharmacy')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByLabel('Phone').fill('555-0199')
  await page.getByLabel('Account ID').fill('0001000530')
  await page.getByRole('button', { name: 'Update' }).click()
  const joining = page.getByRole('dialog', { name: 'Join Riverbend Pharmacy?' })
  await expect(joining.getByText('Account 1000530 belongs to Riverbend Pharmacy.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(joining).toBeHidden()
  await expect(page.getByLabel('Phone')).toHaveValue('555-0199')
  await page.getByRole('button', { name: 'Update' }).click()
  await joining.getByRole('button', { name: 'Join this business' }).click()
  await expect(page.getByText('Customer updated successfully')).toBeVisible()

  await page.getByRole('row').filter({ hasText: 'colleague2@demo.example' }).getByRole('link').click()
  await expect(page.getByText('Applies to all 2 users of Riverbend Pharmacy')).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue('555-0199')
  await page.getByLabel('Account ID').fill('1000123')
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('button', { name: 'Join this business' }).click()
  await expect(page.getByText('Customer updated successfully').last()).toBeVisible()
})

test('the second of two admins is told what changed, and nothing is lost', async ({ page, browser, portal }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/customers')
  await page.getByRole('link', { name: 'Bayshore Eye Center' }).click()
  await expect(page.getByLabel('Phone')).not.toHaveValue('')

  const context = await browser.newContext({ baseURL: portal.url })
  const other = await context.newPage()
  await enterAs(other, 'admin@demo.example')
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
  await page.getByRole('button', { name: 'Save my changes' }).click()
  await expect(page.getByText('Customer updated successfully')).toBeVisible()
})

test('an invited colleague chooses a password and signs in', async ({ page, portal }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = page.getByRole('form', { name: 'Add User' })
  await form.getByLabel('First Name').fill('Sam')
  await form.getByLabel('Last Name').fill('Roe')
  await form.getByLabel('Email').fill('sam@apotheca.example')
  await form.getByLabel('Account ID').fill('9000010')
  expect(await accessibilityFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Send invitation' }).click()
  const joining = page.getByRole('dialog', { name: /^Join / })
  await expect(joining.getByText('Marcus Bell (rep@demo.example)')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(joining).toBeHidden()
  await expect(form.getByLabel('Last Name')).toHaveValue('Roe')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await renumber(portal, 'rep@demo.example', '9000019')
  await renumber(portal, 'rep2@demo.example', '9000010')
  await joining.getByRole('button', { name: 'Join this business' }).click()
  await expect(joining.getByText('The number belongs to another business by now.')).toBeVisible()
  await expect(joining.getByText('Priya Raman (rep2@demo.example)')).toBeVisible()
  await expect(joining.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await joining.getByRole('button', { name: 'Join this business' }).click()
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

test('what is rarely done to a customer stands in a menu of the row', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/customers?query=lakeview')
  await page.getByRole('button', { name: 'Actions: Lakeview Family Clinic' }).first().click()
  const items = page.getByRole('menuitem')
  await expect(items).toHaveText(['Convert to sales rep', 'Delete'])
  expect((await items.last().boundingBox())?.height).toBeGreaterThanOrEqual(24)
  expect(await accessibilityFindings(page)).toEqual([])
  await items.last().click()
  await expect(page.getByRole('dialog')).toContainText('Lakeview Family Clinic')
})
