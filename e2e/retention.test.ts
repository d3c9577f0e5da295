import { accessibilityFindings } from './check-page.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'

test('an admin sets a legal hold on a lot, and releases it with a reason', async ({ page }) => {
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/retention')
  await expect(page.getByText('Nothing is deleted: the nightly purge is off')).toBeVisible()
  const kinds = page.getByRole('table', { name: 'Kinds of records' })
  await expect(kinds.getByRole('row').filter({ hasText: 'Transaction data (EPCIS)' })).toContainText('6 years')

  await page.getByRole('button', { name: 'Set a legal hold' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Keep all records of').selectOption('A lot')
  await dialog.getByRole('button', { name: 'Set legal hold' }).click()
  await expect(dialog.getByText('Enter the lot number.')).toBeVisible()
  await dialog.getByLabel('Lot number').fill('JOURNEY-7')
  await dialog.getByLabel('Reference').fill('Case 26-117')
  await dialog.getByLabel('Reason').fill('Subpoena')
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Set legal hold' }).click()

  const holds = page.getByRole('list', { name: 'Legal holds' })
  const hold = holds.getByRole('listitem').filter({ hasText: 'JOURNEY-7' })
  await expect(hold).toContainText('On hold')
  await expect(hold).toContainText('Case 26-117: Subpoena')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflowOf(page)).toBe(0)
  expect(await accessibilityFindings(page)).toEqual([])

  await hold.getByRole('button', { name: 'Release: Lot JOURNEY-7, Case 26-117' }).click()
  await expect(dialog.getByRole('button', { name: 'Release' })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('Case closed')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(hold).toHaveCount(0)
  await page.getByRole('button', { name: 'Released too' }).click()
  await expect(hold).toContainText('Released')
  await expect(hold).toContainText('Case closed')
  await expect(hold.getByRole('button')).toHaveCount(0)
})
