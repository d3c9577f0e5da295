import { demoPassword, expect, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

test('what needs the password again asks for it, and goes on', async ({ page }) => {
  await enterAs(page, 'rep@demo.example')
  await page.goto('/profile')
  // As if he had signed in long ago.
  let isOld = true
  await page.route('**/api/users/profile', (route) =>
    isOld
      ? route.fulfill({ status: 403, json: { message: 'Please enter your password again.', passwordNeeded: true } })
      : route.continue(),
  )
  const update = page.getByRole('button', { name: 'Update' })
  const dialog = page.getByRole('dialog', { name: 'Please enter your password again' })
  const password = dialog.getByRole('textbox', { name: 'Password' })

  await update.click()
  await expect(password).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Please enter your password again.')).toBeVisible()

  await update.click()
  await password.fill('not mine')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The password is not right.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  isOld = false
  await password.fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('User updated successfully')).toBeVisible()
})
