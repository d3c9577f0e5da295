import { demoPassword, expect, overflowOf, enterAs, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

test('a manager invites somebody, who signs in and may only look', async ({ page, portal }) => {
  await signIn(page, 'manager@demo.example')
  await page.getByRole('button', { name: /Alice/ }).click()
  await page.getByRole('menuitem', { name: 'People' }).click()
  const people = page.getByRole('table', { name: 'People' })
  await expect(people.getByText('Alice Fontenot (you)')).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  }

  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const form = page.getByRole('form', { name: 'Invite somebody' })
  await form.getByRole('radio', { name: 'Viewer' }).check()
  await form.getByLabel('First Name').fill('Nina')
  await form.getByLabel('Last Name').fill('Park')
  await form.getByLabel('Email').fill('nina.park@apotheca.example')
  expect(await accessibilityFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  await expect(people.getByRole('row', { name: /Nina Park/ }).getByText('Invited')).toBeVisible()

  const answer = await fetch(`${portal.url}/dev/mailbox?to=nina.park@apotheca.example`, {
    headers: { accept: 'application/json' },
  })
  const [mail] = (await answer.json()) as { text: string }[]
  await page.evaluate(() => localStorage.clear())
  await page.goto(/https?:\S+setnewpass\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await page.getByLabel('New Password').fill('violet-anchor-17')
  await page.getByLabel('Re-type password').fill('violet-anchor-17')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password has been changed successfully.')).toBeVisible()
  await enterAs(page, 'nina.park@apotheca.example', 'violet-anchor-17')
  await page.goto('/search')
  await expect(page.getByText('00002-1433-80').or(page.getByText(/NDC/)).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add|^Special Order/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Quick Order' })).toHaveCount(0)
  await page.goto('/product/00002-4462-30')
  await expect(page.getByText(/for viewing only/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cart/ })).toBeHidden()
})

test('a new role is asked for by a choice, and an end of the way in by a question', async ({ page }) => {
  await enterAs(page, 'manager@demo.example', demoPassword)
  await page.goto('/people')
  await page.getByLabel('Role of Renee Thibodeaux').selectOption('Manager')
  await expect(page.getByText('Person updated')).toBeVisible()
  await page.getByLabel('Role of Renee Thibodeaux').selectOption('Buyer')
  await expect(page.getByLabel('Role of Renee Thibodeaux')).toHaveValue('buyer')
  await page.getByRole('button', { name: 'Deactivate: Renee Thibodeaux' }).click()
  const question = page.getByRole('dialog', { name: 'Deactivate Renee Thibodeaux?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Activate: Renee Thibodeaux', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Deactivate: Renee Thibodeaux' })).toBeVisible()
})
