import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Types into the customer search and waits until no later answer can move the options. */
export const searchCustomers = async (page: Page, typed: string): Promise<void> => {
  await page
    .getByRole('combobox', { name: 'Customer' })
    .or(page.getByRole('textbox', { name: 'Customer' }))
    .fill(typed)
  await expect(page.getByLabel('Searching')).toHaveCount(0)
}
