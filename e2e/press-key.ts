import { expect, type Locator } from '@playwright/test'

/** Presses a key on what takes it: unlike a click, a press does not wait, and a disabled control loses it. */
export const pressKey = async (control: Locator, key: string): Promise<void> => {
  await expect(control).toBeEnabled()
  await control.press(key)
}
