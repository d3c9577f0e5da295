import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Chooses the first customer called so of those found by what is typed, once no later answer can move the options. */
export const chooseCustomer = async (page: Page, typed: string, option: string | RegExp): Promise<void> => {
  await page
    .getByRole('combobox', { name: 'Customer' })
    .or(page.getByRole('textbox', { name: 'Customer' }))
    .fill(typed)
  await expect(page.getByLabel('Searching')).toHaveCount(0)
  await page.getByRole('option', { name: option }).first().click()
}
