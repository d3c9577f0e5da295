import type { Page } from '@playwright/test'

/** Types like a scanner, which does not wait between keys. */
export const scan = async (page: Page, code: string): Promise<void> => {
  await Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))
}
