import { writeFile } from 'node:fs/promises'
import { accessibilityFindings } from './check-page.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'

const admin = 'admin@demo.example'

test('a reviewer answers the flags of an order, cannot release it alone, and reports it', async ({ page }, info) => {
  const letter = info.outputPath('letter.pdf')
  await writeFile(letter, '%PDF-1.7\n')
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAs(page, admin)
  await page.goto('/admin/reviews')
  await page.getByRole('table', { name: 'Open reviews' }).locator('tbody').getByRole('link').click()
  await page.getByRole('button', { name: 'Start review' }).click()
  await expect(page.getByText('In review')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Usual month of the customer' })).toBeVisible()

  const flags = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Flags and evidence' })
  const addEvidence = flags.getByRole('button', { name: /^Add evidence/ })
  await expect(addEvidence.first()).toBeVisible()
  const count = await addEvidence.count()
  for (let left = count; left > 0; left--) {
    await addEvidence.first().click()
    await page.getByLabel('Evidence').fill('The pharmacy took over a nursing home; contract on file.')
    await page.getByRole('button', { name: 'Save evidence' }).click()
    await expect(page.getByRole('button', { name: 'Save evidence' })).toHaveCount(0)
    await expect(addEvidence).toHaveCount(left - 1)
  }
  await page.locator('input[type=file]').setInputFiles(letter)
  await expect(page.getByRole('button', { name: 'letter.pdf' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflowOf(page)).toBe(0)
  await page.getByLabel('Note', { exact: true }).first().fill('The customer wants to cancel.')
  await page.getByLabel('Change or cancellation that the customer asks for').check()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('The customer wants to cancel.')).toBeVisible()

  await page.getByLabel('Reason').fill('No explanation for the quantity.')
  await page.getByRole('button', { name: 'Release order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release order' }).click()
  await expect(page.getByText('Someone else must release the order')).toBeVisible()
  await page.getByRole('button', { name: 'Report, do not ship' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report, do not ship' }).click()
  await expect(page.getByText('Reported and not shipped')).toBeVisible()
  await expect(page.getByText('No explanation for the quantity.')).toBeVisible()
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report as CSV' }).click(),
  ])
  expect(report.suggestedFilename()).toMatch(/^suspicious-order-.*\.csv$/)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Order', exact: true }).click()
  await expect(page.getByText('Under review.')).toBeVisible()
})

test('an officer drafts, edits and signs a version of the rules', async ({ page }) => {
  await enterAs(page, admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/monitoring')
  await page.getByRole('button', { name: 'New version' }).click()
  await page.getByRole('button', { name: 'Edit rules' }).click()
  await page.getByRole('button', { name: 'Add rule' }).click()
  const last = page.getByRole('group', { name: /^Rule \d+$/ }).last()
  await last.getByLabel('Kind').selectOption('window')
  await last.getByLabel('More than (base units)').fill('many')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Each rule needs numbers')).toBeVisible()
  await last.getByLabel('More than (base units)').fill('90,000')
  expect(await accessibilityFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('More than 90,000 base units')).toBeVisible()
  await page.getByLabel('Statement').fill('We set these figures for a test.')
  await page.getByRole('button', { name: 'Sign and activate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign and activate' }).click()
  await expect(page.getByText('We set these figures for a test.')).toBeVisible()
  await expect(page.getByText('Replaced')).toBeVisible()
})
