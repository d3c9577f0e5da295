import { parseQuery } from './tokenize-query.ts'
import { slotsOfCode } from './find-digits.ts'
import { hitsAt, isEmpty } from './find-hits.ts'
import { findWords } from './find-releases.ts'
import { type SearchAttempt, type FoundSlots, noRemarks } from './find-words.ts'
import type { ProductIndex } from '../index/index-products.ts'
import { codesOf } from '#catalog/read-codes.ts'

export interface Coded {
  code: string
  /** The text besides the code. */
  beside: string
}

/** Finds a complete NDC within other words, as in a line copied from an invoice. */
export const codeIn = (text: string): Coded | null => {
  const [code] =
    /(?<![\w-])(?:\d{5}-\d{4}-\d{2}|\d{4}-\d{4}-\d{2}|\d{5}-\d{3}-\d{2}|\d{5}-\d{4}-\d|\d{11})(?![\w-])/.exec(text) ??
    []
  const beside =
    code === undefined
      ? ''
      : text
          .replace(code, ' ')
          .replaceAll(/(?<!\w)NDC\b[:#]?/gi, ' ')
          .trim()
  return code !== undefined && /[a-z]{3}/i.test(beside) ? { code, beside } : null
}

/**
 * The product with this code, with a warning if the words beside it name a different product. Null if the code is not
 * in the catalog.
 */
export const findCoded = (
  index: ProductIndex,
  { code, beside }: Coded,
  { isWanted, isSeen, isTyping }: Pick<SearchAttempt, 'isWanted' | 'isSeen' | 'isTyping'>,
): FoundSlots | null => {
  const slots = new Set(
    codesOf(code)
      .flatMap((key) => slotsOfCode(index, Number(key)))
      .filter(isWanted),
  )
  if (slots.size === 0) return null
  const { words } = parseQuery(beside)
  const [first = ''] = words
  const isOwn = (slot: number) => slots.has(slot)
  const named = findWords(index, { words: [first], isWanted: isOwn, isSeen, isTyping })
  const whole = findWords(index, { words, isWanted: isOwn, isSeen: isOwn, isTyping })
  const isOther = isEmpty(named.hits) && isEmpty(whole.hits)
  const hits = hitsAt(Int32Array.from(slots))
  if (!isOther) return { hits, words, remarks: { ...noRemarks, warning: whole.remarks.warning } }
  return { hits, words, remarks: { ...noRemarks, warning: `NDC ${code} is a different product from “${beside}”.` } }
}
