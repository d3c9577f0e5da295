import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { awaitIdle } from './await-idle.ts'

/**
 * Rules for axe to run. Colors depend only on the color scheme and all else on the layout, so a page is checked
 * completely once, in dark mode for contrast, and on a phone for all but contrast.
 */
type Scope = 'everything' | 'contrast' | 'all but contrast'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Axe findings for the page at rest. The only caller of axe. */
export const accessibilityFindings = async (page: Page, scope: Scope = 'everything'): Promise<string[]> => {
  // A sticky bar covers parts of the page, and axe would report what it covers as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await awaitIdle(page)
  const hasFrames = page.frames().length > 1
  // Axe stays in a document once it is injected. Injecting it again would take a third of the time.
  const isThere = !hasFrames && (await page.evaluate(() => 'axe' in window))
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    // Describing passed rules too would take four times as long.
    .options({ resultTypes: ['violations'] })
    // Axe combines the findings of several frames in another page, which a screen without frames does not need.
    .setLegacyMode(!hasFrames)
  if (scope === 'contrast') axe.withRules(['color-contrast'])
  else axe.withTags(tags)
  if (scope === 'all but contrast') axe.disableRules(['color-contrast'])
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
