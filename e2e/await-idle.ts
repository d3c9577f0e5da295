import { expect, type Page } from '@playwright/test'

/** Runs in the page, so that the state cannot change between two checks. */
const stateOf = async (): Promise<string> => {
  const isAtWork = () => {
    // A button that opened a dialog may stay busy until the dialog is answered.
    const place = [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document
    return place.querySelector('[data-loading=true], [aria-busy=true]') !== null
  }
  const isMoving = () =>
    // A spinner is animated as long as it exists, and what follows the scroll position moves only with it.
    document
      .getAnimations()
      .some(
        ({ playState, effect, timeline }) =>
          playState === 'running' &&
          timeline instanceof DocumentTimeline &&
          effect?.getComputedTiming().endTime !== Infinity,
      )
  for (let frames = 0; frames < 2; frames++) {
    if (isAtWork()) return 'at work'
    if (isMoving()) return 'moving'
    await new Promise((done) => requestAnimationFrame(done))
  }
  return 'at rest'
}

/**
 * Resolves when nothing on the page has loaded, worked or moved for two frames. With an open dialog, only the dialog
 * counts.
 */
export const awaitIdle = (page: Page): Promise<void> => expect.poll(() => page.evaluate(stateOf)).toBe('at rest')

/** Resolves when the fonts and the visible pictures have loaded as well. */
export const awaitPictures = async (page: Page): Promise<void> => {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const isInWindow = (element: Element) => {
          const { top, bottom, width } = element.getBoundingClientRect()
          return width > 0 && bottom > 0 && top < innerHeight
        }
        const missing = [...document.images].filter((image) => !image.complete && isInWindow(image))
        return missing.length + (document.fonts.status === 'loaded' ? 0 : 1)
      }),
    )
    .toBe(0)
  await awaitIdle(page)
}
