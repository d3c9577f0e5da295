import type { Page } from '@playwright/test'
import { accessibilityFindings } from './check-page.ts'
import { expect, overflowOf } from './journey.ts'

/** Expects the page as it is to fit a phone and a desktop, and to be accessible on both. */
export const checkWidths = async (page: Page): Promise<void> => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityFindings(page)).toEqual([])
  }
}
