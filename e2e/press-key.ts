import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Presses a key on a control that can receive it. Unlike a click, a press does not wait, and a disabled control ignores
 * it.
 */
export const pressKey = async (control: Locator, key: string): Promise<void> => {
  await expect(control).toBeEnabled()
  await control.press(key)
}

/** Types like a scanner, which does not wait between keys. */
export const scan = async (page: Page, code: string): Promise<void> => {
  await Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))
}
