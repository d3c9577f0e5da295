import { readEntries } from '../lexicon/read-lists.ts'
import { findStrengths, inLevels } from './find-strengths.ts'
import type { SearchAttempt, FoundSlots } from './find-words.ts'
import type { ProductIndex, Slot } from '../index/index-products.ts'

/** Extended-release suffixes that labels distinguish; `er` applies to all of them. */
const releases = ['sr', 'xl', 'xr', 'la', 'cd', 'cr', 'cc']

/** Drugs sold in several extended-release forms that are not interchangeable. */
const severalReleases: ReadonlyMap<string, string> = new Map(
  readEntries('releases').map(({ word, others }) => {
    const all = others.map((release) => release.toUpperCase())
    return [word, `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`]
  }),
)

/** Products that match all words. Other extended-release forms are shown only with a warning. */
export const findWords = (index: ProductIndex, attempt: SearchAttempt): FoundSlots => {
  const found = findStrengths(index, attempt)
  const asked = releaseIn(attempt.words)
  if (asked === '' || found.hits.slots.length === 0 || found.remarks.lacking.split(' ').includes(asked)) return found
  const shown = asked.toUpperCase()
  const fitOf = releaseFitter(index, asked)
  const fits = new Map([...found.hits.slots].map((slot) => [slot, fitOf(slot)]))
  const noteOf = (slot: Slot): string => {
    const fit = fits.get(slot) ?? fitOf(slot)
    const notes = [
      fit.others.length > 0
        ? `Its label says ${fit.others.join(' and ')}, not ${shown}`
        : fit.level === levels.untold
          ? `Its label does not show whether it is ${shown}`
          : '',
      found.noteOf?.(slot) ?? '',
    ]
    return notes.filter(Boolean).join('. ')
  }
  const warning = [warningOf([...fits.values()], shown), found.remarks.warning].filter(Boolean).join(' ')
  return {
    ...found,
    hits: inLevels(found.hits, (slot) => fits.get(slot)?.level ?? levels.other),
    remarks: { ...found.remarks, warning },
    noteOf,
  }
}

/** `10 cc` is a volume, not a release. */
const releaseIn = (words: readonly string[]): string => {
  const parts = words.flatMap((word) => word.split('-'))
  if (parts.length < 2) return ''
  return parts.find((part, at) => releases.includes(part) && !isVolume(part, parts[at - 1])) ?? ''
}

const isVolume = (part: string, before = ''): boolean => part === 'cc' && /^[\d.]+$/.test(before)

const levels = { other: 0, untold: 1, asked: 2 }

interface ReleaseFit {
  level: number
  /** Releases on the labels instead. */
  others: string[]
  /** What to check if the label has no release. */
  sold: string
}

const releaseFitter = (index: ProductIndex, asked: string): ((slot: Slot) => ReleaseFit) => {
  const { words, tokens, columns, formulas } = index
  const tokenOf = new Map(releases.map((release) => [words.known(release), release] as const))
  tokenOf.delete(-1)
  return (slot) => {
    const told = new Set<string>()
    for (let at = columns.from[slot] ?? 0; at < (columns.named[slot] ?? 0); at++) {
      const release = tokenOf.get(tokens[at] ?? -1)
      if (release && !isVolume(release, words.all[tokens[at - 1] ?? -1])) told.add(release)
    }
    if (told.has(asked)) return { level: levels.asked, others: [], sold: '' }
    if (told.size > 0) return { level: levels.other, others: [...told].map((one) => one.toUpperCase()), sold: '' }
    const { substances = [] } = formulas.all[columns.formula[slot] ?? -1] ?? {}
    const substance = substances.find((one) => severalReleases.has(one)) ?? ''
    const several = severalReleases.get(substance)
    if (several === undefined) return { level: levels.asked, others: [], sold: '' }
    return { level: levels.untold, others: [], sold: `${capital(substance)} is sold as ${several}` }
  }
}

const capital = (word: string): string => word.replace(/^./, (first) => first.toUpperCase())

/** A warning, or '' if a product has the requested release. */
const warningOf = (fits: readonly ReleaseFit[], asked: string): string => {
  if (fits.some(({ level }) => level === levels.asked)) return ''
  const untold = fits.find(({ level }) => level === levels.untold)
  if (untold) return `No label says ${asked}. ${untold.sold}, which are different products: check which one it is.`
  const others = [...new Set(fits.flatMap((fit) => fit.others))].toSorted()
  return `No label says ${asked}. Showing ${others.join(' and ')}, ${others.length > 1 ? 'different products' : 'a different product'}.`
}
