import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { root } from '#platform/root.ts'
import { formulaOf } from './parse-formula.ts'
import { isOfName, labelTermOf, singularOf } from './expand-word.ts'
import { readEntries } from './read-lists.ts'
import { lettersOf } from './list-letters.ts'
import type { Route } from './read-route.ts'

/** A drug name on the US market. */
export interface MarketName {
  /** True for substances. */
  isSubstance: boolean
  /** Generic names of the drugs sold under this brand. */
  generics: ReadonlySet<string>
  /** Routes of the brand; empty if its packages don't state them. */
  routes: readonly Route[]
}

/** Generic and brand names on the US market, whether carried or not. */
export interface DrugNames {
  /** By `nameKey`, including names of several words. */
  all: ReadonlyMap<string, MarketName>
  /** Product lines by `lineKey`: brands whose form or number makes a different drug or strength. */
  lines: ReadonlyMap<string, MarketName>
  /** First words of the lines. */
  beginnings: ReadonlySet<string>
  /** Whether the word occurs in a drug name and is therefore spelled correctly. */
  hasWord(word: string): boolean
  /** Words that begin with this prefix. */
  beginningWith(begun: string): string[]
  /** All words in alphabetical order, each with its letter bit set. */
  words: { all: readonly string[]; letters: readonly number[] }
}

/** Equals the word limit of queries. Cutting a longer name could leave another drug's name. */
export const maxNameWords = 12

/** Normalized name: abbreviations expanded, no dashes, no form or release. */
export const nameKey = (words: readonly string[]): string =>
  words
    .filter((word) => /^\d/.test(word) || isOfName(word))
    .flatMap((word) => partsOf(labelTermOf(word)))
    .flatMap((part) => partsOf(labelTermOf(part)))
    .filter((word) => word !== '' && isOfName(word))
    .join(' ')

/** Normalized name including its form and number: `leader allergy eye`, `isovue 370`. */
export const lineKey = (words: readonly string[]): string =>
  words
    .flatMap((word) => word.split('-'))
    .filter((word) => word !== '')
    .map(singularOf)
    .join(' ')

/** Looks up the full product line first, then the name without forms. */
export const soldAs = (words: readonly string[]): MarketName | undefined => {
  const { lines, all } = drugNames()
  return lines.get(lineKey(words)) ?? all.get(nameKey(words))
}

/**
 * Splits dashes: `kenalog-10` is Kenalog and `adzenys xr-odt` is Adzenys, but `mag-g` is not magnesium and `mrna-1273`
 * stays whole.
 */
const partsOf = (word: string): string[] => {
  const parts = word.split(/[ -]/)
  const isAbbreviated =
    parts.some((part) => !isOfName(part)) && parts.some(isOfName) && parts.every((part) => part.length < 5)
  return isAbbreviated ? word.split(' ') : parts
}

const file = resolve(root, 'src/search/lexicon/drug-names.txt.gz')

let kept: DrugNames | undefined

/** Read on first use and cached. */
export const drugNames = (): DrugNames => (kept ??= readNames(gunzipSync(readFileSync(file)).toString('utf8')))

interface Made extends MarketName {
  generics: Set<string>
}

const makeIn = (names: Map<string, Made>, key: string): Made => {
  const known = names.get(key)
  if (known) return known
  const made: Made = { isSubstance: false, generics: new Set(), routes: [] }
  names.set(key, made)
  return made
}

/**
 * Each line has a generic name and its brands. A plus marks a brand that matches only in full; routes follow an equals
 * sign.
 */
const readNames = (text: string): DrugNames => {
  const names = new Map<string, Made>()
  const brandLines = new Map<string, Made>()
  const words = new Set<string>()
  const nameOf = (key: string) => makeIn(names, key)
  const put = (name: string): string => {
    const cut = tokenizeName(name)
    for (const word of cut) {
      if (words.has(word)) continue
      for (const part of [word, ...word.split('-')]) if (isSpelt.test(part)) words.add(part)
    }
    return nameKey(cut)
  }
  const brandOf = (key: string) => (key === '' ? null : nameOf(key))
  const lines = text.split('\n').map((line) => line.split('\t'))
  const formerBrands = readEntries('former-brands').map(({ word, others }) => [word, ...others])
  for (const [generic = '', ...brands] of [...lines, ...formerBrands]) {
    const called = put(generic)
    if (called !== '' && called.split(' ').length <= maxNameWords) nameOf(called).generics.add(generic)
    for (const substance of formulaOf(generic, tokenizeName).substances) nameOf(substance).isSubstance = true
    for (const written of brands) {
      const [name = '', given] = written.split('=')
      const brand = name.startsWith('+') ? makeIn(brandLines, name.slice(1)) : brandOf(put(name))
      if (!brand) continue
      brand.routes = given === undefined ? [] : (given.split('+') as Route[])
      if (generic !== '') brand.generics.add(generic)
    }
  }
  for (const name of names.keys()) if (isNoName.test(name)) names.delete(name)
  const sorted = [...words].toSorted()
  return {
    all: names,
    lines: brandLines,
    beginnings: new Set(
      [...brandLines.keys()].map((line) => line.slice(0, (line.indexOf(' ') + 1 || line.length + 1) - 1)),
    ),
    hasWord: (word) => words.has(word),
    beginningWith: (begun) => wordsFrom(sorted, begun),
    words: { all: sorted, letters: sorted.map(lettersOf) },
  }
}

/** The file is lower case without accents, so most normalization can be skipped. */
const tokenizeName = (name: string): string[] => name.split(/\.*(?:[ ,;/+&]+|$)/).filter((word) => word !== '')

/** Fragments of labels that are not names. */
const isNoName = /^(?:.|in)$/

const isSpelt = /^[a-z][a-z-]{2,39}$/

/** The words with this prefix, by binary search. */
const wordsFrom = (words: readonly string[], begun: string): string[] => {
  let [from, to] = [0, words.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((words[middle] ?? '') < begun) from = middle + 1
    else to = middle
  }
  const found: string[] = []
  for (let at = from; words[at]?.startsWith(begun); at++) found.push(words[at] ?? '')
  return found
}
