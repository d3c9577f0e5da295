import type { Page } from '@playwright/test'

/**
 * Texts on the page that are cut off: in a box with hidden overflow, in a cell narrower than its words, or in a box
 * narrower than its number. Text that is only scrolled out of view is not cut off.
 */
export const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isUnseen = (element: Element) => element.clientWidth <= 1 && element.clientHeight <= 1
    const wordsOf = (element: Element) =>
      (element instanceof HTMLInputElement ? element.value : (element.textContent ?? '')).trim()
    const isCut = (element: HTMLElement) => {
      const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element)
      const isTooWide = element.scrollWidth > element.clientWidth + 1
      const isTooHigh = element.scrollHeight > element.clientHeight + 1
      if (element.matches('input, :is(td, th):not(:only-child)')) return isTooWide
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      return (hides(overflowX) && isTooWide) || ((hides(overflowY) || webkitLineClamp !== 'none') && isTooHigh)
    }
    const boxes = document.querySelectorAll<HTMLElement>('main :not(svg, svg *, option), [role="listbox"] *')
    return [...boxes]
      .filter((box) => box.clientWidth > 0 && !isUnseen(box) && isCut(box) && wordsOf(box) !== '')
      .map((box) => `${box.localName} of ${box.clientWidth} px: ${wordsOf(box).slice(0, 120)}`)
  })
