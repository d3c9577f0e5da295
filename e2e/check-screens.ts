import type { Page } from '@playwright/test'
import { expect, overflowOf } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { watchRequests } from './watch-requests.ts'

export interface Screen {
  path: string
  /** Text that appears when the main content of the screen has loaded. */
  shows: string | RegExp
}

/** Like a device that switches to dark mode in the evening: the page follows without a reload. */
const show = async (page: Page, scheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme: scheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
}

/** British spellings and back-office terms that buyers would read or hear. */
const foreignWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const named = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    const said = [document.title, document.body.innerText, ...named].join('\n')
    const foreign =
      /.{0,30}\b(catalogues?|favourites?|licences?|colours?|cancelled|cent(?:re|res)|organis\w+|ERP|UoM|UTC|SAP)\b.{0,30}/gi
    return said.match(foreign) ?? []
  })

/**
 * Opens screen after screen. Colors are checked at 1440 px in both schemes, everything else at 1440 and 360 px, and no
 * screen may be wider than its window at 360, 1440 and 1920 px. Continues after a finding, to list all of them.
 */
export const checkScreens = async (
  page: Page,
  screens: readonly Screen[],
  { hasBuyersWords }: { hasBuyersWords: boolean },
): Promise<void> => {
  const allAnswered = watchRequests(page)
  for (const { path, shows } of screens) {
    const measure = async (width: number) => {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await overflowOf(page), `pixels beyond the window at ${width} px: ${path}`).toBeLessThanOrEqual(0)
    }
    const judge = async (scope: Parameters<typeof accessibilityFindings>[1]) =>
      expect.soft(await accessibilityFindings(page, scope), `${scope}: ${path}`).toEqual([])

    await page.goto(path)
    await expect(page.getByText(shows).filter({ visible: true }).first(), path).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await allAnswered()
    await expect.soft(page.getByRole('button', { name: 'Try again' }), `a part of ${path} failed`).toHaveCount(0)
    if (hasBuyersWords) expect.soft(await foreignWords(page), `words on ${path}`).toEqual([])
    await measure(1440)
    await judge('everything')
    await show(page, 'dark')
    await judge('contrast')
    await measure(1920)
    await measure(360)
    await judge('all but contrast')
    await show(page, 'light')
    await page.setViewportSize({ width: 1440, height: 900 })
  }
}
