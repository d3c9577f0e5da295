import { expect, type Locator } from '@playwright/test'

/**
 * Presses a key on a control that can receive it. Unlike a click, a press does not wait, and a disabled control ignores
 * it.
 */
export const pressKey = async (control: Locator, key: string): Promise<void> => {
  await expect(control).toBeEnabled()
  await control.press(key)
}
