import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * What axe looks for: colors depend on the scheme alone and all else on the layout, so that a page is judged whole once, in
 * the dark by its colors and on a phone by all but its colors.
 */
type Scope = 'everything' | 'contrast' | 'all but contrast'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Comes back when two frames have passed without an animation that ends and without a button that shows it is at work. */
const awaitRest = async (page: Page): Promise<void> => {
  await expect(page.locator('[data-loading=true], [aria-busy=true]')).toHaveCount(0)
  await page.evaluate(async () => {
    // A spinner turns as long as it is there.
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
    const isMoving = () =>
      document.getAnimations().some((one) => one.playState === 'running' && ends(one)) ||
      document.querySelector('[data-loading=true]') !== null
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let quiet = 0; quiet < 2; quiet = isMoving() ? 0 : quiet + 1) await frame()
  })
}

/** What axe finds on the page at rest; the one place that asks it. */
export const accessibilityFindings = async (page: Page, scope: Scope = 'everything'): Promise<string[]> => {
  await awaitRest(page)
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
