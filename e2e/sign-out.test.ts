import { expect, signIn, signOut, test } from './journey.ts'

test('who signs out leaves nothing of an order that he tried', async ({ page }) => {
  await signIn(page, 'buyer@demo.example')
  await page.evaluate(() => localStorage.setItem('orderAttempt', '["key","order"]'))
  await page.reload()
  await signOut(page)
  expect(await page.evaluate(() => localStorage.getItem('orderAttempt'))).toBeNull()
})
