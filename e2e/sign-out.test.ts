import { expect, signIn, test } from './journey.ts'

test('who signs out leaves nothing of an order that he tried', async ({ page }) => {
  await signIn(page, 'buyer@demo.example')
  await page.evaluate(() => localStorage.setItem('orderAttempt', '["key","order"]'))
  await page.reload()
  await page.getByRole('button', { name: /^Hello/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.waitForURL(/signin/)
  expect(await page.evaluate(() => localStorage.getItem('orderAttempt'))).toBeNull()
})
