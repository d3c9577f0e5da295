import type { Page } from '@playwright/test'

/** Types as a scanner does, which does not wait for one key before the next. */
export const scan = async (page: Page, code: string): Promise<void> => {
  await Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))
}
