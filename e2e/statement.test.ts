import { readFile } from 'node:fs/promises'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

test('who keeps the books chooses the monthly statement by mail, and fetches one of the past', async ({ page }) => {
  await enterAs(page, 'viewer@demo.example')
  await page.goto('/profile')
  const wish = page.getByRole('checkbox', { name: 'Send me the statement of my business by mail' })
  await expect(wish).not.toBeChecked()
  await wish.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('The statement will come by mail each month')).toBeVisible()
  await page.reload()
  await expect(wish).toBeChecked()
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  }
  await wish.click()
  await expect(page.getByText('No statement will come by mail any more')).toBeVisible()
  await expect(wish).not.toBeChecked()

  await page.goto('/MyInvoices')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Statement' }).click()
    const form = page.getByRole('dialog', { name: 'Statement' })
    await form.getByLabel('Month').fill('2026-10')
    const saving = page.waitForEvent('download')
    await form.getByRole('button', { name: 'PDF' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^statement-2026-10/)
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
    await page.getByRole('button', { name: 'Statement' }).click()
    await expect(form).toBeHidden()
  }

  await enterAs(page, 'admin@demo.example')
  await page.goto('/profile')
  await expect(page.getByText('Where you are signed in')).toBeVisible()
  await expect(wish).toHaveCount(0)
})
