import { expect, mailedLink, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const email = 'gary@northern-pines-hospital.example'

test('a forgotten password is replaced by way of the mailed link, once', async ({ page, portal }) => {
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible()
  await page.getByLabel('Email').fill('nobody@demo.example')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('alert').getByText('User not found')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@demo.example')
  expect(await accessibilityFindings(page)).toEqual([])

  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(
    page.getByText('We have sent an email with the reset link. Kindly use that to reset your password.'),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toBeHidden()

  const link = await mailedLink(portal, email, 'setnewpass')
  await page.goto(link)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page).toHaveURL(/\/setnewpass$/)
  await page.getByLabel('New Password').fill('violet-anchor-17')
  await page.getByLabel('Re-type password').fill('violet-anchor-18')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Passwords do not match!')).toBeVisible()
  await expect(page.getByLabel('Re-type password')).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByLabel('Re-type password').fill('violet-anchor-17')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password has been changed successfully.')).toBeVisible()

  await page.goto(link)
  await page.getByLabel('New Password').fill('violet-anchor-19')
  await page.getByLabel('Re-type password').fill('violet-anchor-19')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('alert').getByText('Invalid or expired key')).toBeVisible()

  await signIn(page, email, 'violet-anchor-17')
})
