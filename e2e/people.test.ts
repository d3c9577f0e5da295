import { callAs } from './call-as.ts'
import { enterAs, expect, mailedLink, ownPassword, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import type { RunningPortal } from './portal.ts'

test('a manager invites a viewer, changes a role and deactivates a colleague', async ({ page, portal }) => {
  const invited = 'nina.park@apotheca.example'
  await enterAs(page, 'manager@demo.example')
  await page.goto('/user-dashboard')
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  const people = page.getByRole('table', { name: 'People' })
  await expect(people.getByText('Alice Fontenot (you)')).toBeVisible()

  await page.getByRole('button', { name: 'Invite a user' }).click()
  const form = page.getByRole('form', { name: 'Invite a user' })
  await form.getByRole('radio', { name: 'Viewer' }).check()
  await form.getByLabel('First Name').fill('Nina')
  await form.getByLabel('Last Name').fill('Park')
  await form.getByLabel('Email').fill(invited)
  expect(await accessibilityFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  await expect(people.getByRole('row', { name: /Nina Park/ }).getByText('Invited')).toBeVisible()

  await page.getByLabel('Role of Renee Thibodeaux').selectOption('Approver')
  await expect(page.getByText('User updated')).toBeVisible()
  await expect(page.getByLabel('Role of Renee Thibodeaux')).toHaveValue('approver')
  await page.getByRole('button', { name: 'Deactivate: Renee Thibodeaux', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Deactivate Renee Thibodeaux?' })
  await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(question).toBeHidden()
  const activate = page.getByRole('button', { name: 'Activate: Renee Thibodeaux', exact: true })
  await activate.click()
  await expect(page.getByRole('button', { name: 'Deactivate: Renee Thibodeaux', exact: true })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto(await mailedLink(portal, invited, 'setnewpass'))
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(invited)
  for (const name of ['New Password', 'Re-type password'])
    await page.getByRole('textbox', { name, exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password has been changed successfully.')).toBeVisible()

  await enterAs(page, invited, ownPassword)
  await page.goto('/search?query=cialis')
  await expect(page.getByRole('main').getByText('00002-4462-30').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add|^Special Order/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Quick Order' })).toHaveCount(0)
  await page.goto('/quickorder')
  await expect(page.getByText(/view-only/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.goto('/product/00002-4462-30')
  await expect(page.getByText(/view-only/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cart/ })).toBeHidden()
})

/** Changes a sales rep's account number like another admin. */
const renumber = async (portal: RunningPortal, email: string, accountID: string) => {
  const { call } = await callAs(portal, 'admin@demo.example')
  const [rep] = await call<{ _id: string }[]>('GET', `/api/users?query=${email}`)
  await call('PUT', `/api/users/${rep?._id}`, { accountID })
}

test('an admin invites a sales rep, and has to confirm again after the account number has changed', async ({
  page,
  portal,
}) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/users')
  // A dialog that exists only for the chosen row.
  const remove = page.getByRole('button', { name: 'Delete: Marcus Bell' })
  await remove.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()

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
  await expect(joining.getByText('Marcus Bell (rep@demo.example)')).toBeVisible()
  await renumber(portal, 'rep@demo.example', '9000019')
  await renumber(portal, 'rep2@demo.example', '9000010')
  await joining.getByRole('button', { name: 'Join this business' }).click()
  await expect(joining.getByText('This account number now belongs to another business.')).toBeVisible()
  await expect(joining.getByText('Priya Raman (rep2@demo.example)')).toBeVisible()
  await expect(joining.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  await joining.getByRole('button', { name: 'Join this business' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  const row = page.getByRole('table', { name: 'Sales Representatives' }).getByRole('row', { name: /Sam Roe/ })
  await expect(row.getByText('Invited')).toBeVisible()
})
