import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { awaitIdle } from './await-idle.ts'

/**
 * What axe looks for: colors depend on the scheme alone and all else on the layout, so that a page is judged whole once, in
 * the dark by its colors and on a phone by all but its colors.
 */
type Scope = 'everything' | 'contrast' | 'all but contrast'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on the page at rest; the one place that asks it. */
export const accessibilityFindings = async (page: Page, scope: Scope = 'everything'): Promise<string[]> => {
  // The bar that stays in view lies half over nothing there; what it covers counts as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await awaitIdle(page)
  const hasFrames = page.frames().length > 1
  // A document keeps what is brought into it: bringing it again takes a third of the time.
  const isThere = !hasFrames && (await page.evaluate(() => 'axe' in window))
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    // Whatever is in order would be described too, at four times the cost.
    .options({ resultTypes: ['violations'] })
    // Another page puts the findings of several frames together; for a screen without frames axe needs none.
    .setLegacyMode(!hasFrames)
  if (scope === 'contrast') axe.withRules(['color-contrast'])
  else axe.withTags(tags)
  if (scope === 'all but contrast') axe.disableRules(['color-contrast'])
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
