import type { Page } from '@playwright/test'

/** Higher than two lines of a name and a line of marks. */
const highestRow = 76

/**
 * Numbers, amounts, dates, emails, phone numbers, carriers and statuses in tables that break over lines, and rows that
 * are higher than a list's.
 */
export const brokenRows = (page: Page): Promise<string[]> =>
  page.evaluate((highest) => {
    const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
    const whole = [
      `(?:${months}) \\d{1,2}, \\d{4}`,
      '\\d{1,2}:\\d{2} [AP]M',
      '\\(?\\d{3}\\)?[ -]\\d{3}-\\d{4}',
      '(?:UPS|FEDEX|USPS)(?: [A-Z0-9]+)+',
      'In Process|In Preparation|Not yet reported|Payment processing|Credit note',
      '\\S*[\\d@]\\S*',
    ]
    const values = new RegExp(whole.join('|'), 'g')
    const tops = (range: Range) => new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 6)))
    const found: string[] = []
    for (const table of document.querySelectorAll('main table')) {
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        if (text.parentElement?.closest('select, option')) continue
        for (const match of text.data.matchAll(values)) {
          const range = document.createRange()
          range.setStart(text, match.index)
          range.setEnd(text, match.index + match[0].length)
          if (tops(range).size > 1) found.push(`broken: ${match[0]}`)
        }
      }
      for (const row of table.querySelectorAll<HTMLElement>('tbody > tr'))
        if (row.offsetHeight > highest) found.push(`${row.offsetHeight} px: ${row.innerText.replaceAll(/\s+/g, ' ')}`)
    }
    return [...new Set(found)].map((one) => one.slice(0, 160))
  }, highestRow)
