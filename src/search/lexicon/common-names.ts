import { readEntries } from './read-lists.ts'

const commonNames = Map.groupBy(
  readEntries('common-names').flatMap(({ word, others }) =>
    others.map((name) => ({ name: name.split(' '), label: word.split(' ') })),
  ),
  ({ name: [first = ''] }) => first,
)

/** Replaces common names in a query with the label's words. */
export const labelledWords = (words: string[]): string[] => {
  const [first] = words
  if (first === undefined) return []
  const called = commonNames.get(first)?.find(({ name }) => name.every((word, at) => words[at] === word))
  return called
    ? [...called.label, ...labelledWords(words.slice(called.name.length))]
    : [first, ...labelledWords(words.slice(1))]
}

const categoryNames = new Map(
  readEntries('category-names').flatMap(({ word, others }) => {
    const all = [word, ...others]
    return all.map((one) => [one, all] as const)
  }),
)

/** Whether the words name the category: `vaccine` matches Vaccines, `antibiotics` matches Anti-infectives. */
export const isCategory = (category: string, words: readonly string[]): boolean => {
  const named = category.toLowerCase().split(/[^a-z-]+/)
  return words.every((word) => {
    const one = word.replace(/s$/, '')
    const ways = categoryNames.get(one) ?? [one]
    return ways.some((way) => way.length > 3 && named.some((name) => name === way || name === `${way}s`))
  })
}

const schedules: Record<string, string> = {
  '2': 'cii',
  '3': 'ciii',
  '4': 'civ',
  '5': 'cv',
  ii: 'cii',
  iii: 'ciii',
  iv: 'civ',
  v: 'cv',
}

/**
 * Normalizes insulin notations: `U-500` and `u200` are units per mL, and `Mix75/25` is a mixture of 75 and 25 parts.
 */
export const insulinWords = (words: string[]): string[] =>
  words.flatMap((word, at) => {
    const [, units] = /^u-?([1235]00)$/.exec(word) ?? []
    if (units !== undefined) return [`${units}units/ml`]
    const [, share] = /^mix(\d\d)?$/.exec(word) ?? []
    if (share !== undefined) return [share]
    return word === 'mix' && isMixture(words[at + 1], words[at + 2]) ? [] : [word]
  })

/** Whether two numbers are the parts of a mixed insulin such as `70/30`: a different drug, not a strength. */
export const isMixture = (one = '', other = ''): boolean =>
  /^[2-7]\d$/.test(one) && /^[2-7]\d$/.test(other) && Number(one) + Number(other) === 100

/** Normalizes DEA schedules: `C-II`, `c2` and `schedule II` become CII. */
export const scheduleWords = (words: string[]): string[] =>
  words.flatMap((word, at) => {
    if (word === 'schedule' && schedules[words[at + 1] ?? '']) return []
    const [, number = ''] = /^c-?([2-5]|i{2,3}|i?v)$/.exec(words[at - 1] === 'schedule' ? `c${word}` : word) ?? []
    return [schedules[number] ?? word]
  })

export const isSchedule = (word: string): boolean => Object.values(schedules).includes(word)
