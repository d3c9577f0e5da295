import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { root } from '#platform/root.ts'
import { formulaOf } from './parse-formula.ts'
import { isOfName, labelTermOf, singularOf } from './expand-word.ts'
import { formerBrands } from './former-brands.ts'
import { lettersOf } from './list-words.ts'
import type { Route } from './read-route.ts'

/** What a name of the market stands for. */
export interface MarketName {
  /** True of what drugs consist of. */
  isSubstance: boolean
  /** As what a brand of this name is sold, each by its generic name. */
  generics: ReadonlySet<string>
  /** How a brand of this name is given; none where its packages do not say. */
  routes: readonly Route[]
}

/** The names of the drugs of the US market, generic and brand, whether somebody carries them or not. */
export interface DrugNames {
  /** Of several words, too, as `nameKey` writes them. */
  all: ReadonlyMap<string, MarketName>
  /** Brands that are another drug, or another strength of it, by a form or a number in their names, as `lineKey` writes them. */
  lines: ReadonlyMap<string, MarketName>
  /** The words that those begin with. */
  beginnings: ReadonlySet<string>
  /** Whether drugs have this word in their names: it is spelt right. */
  hasWord(word: string): boolean
  /** The words that begin so. */
  beginningWith(begun: string): string[]
  /** All of them in the order of the alphabet, and which letters each has. */
  words: { all: readonly string[]; letters: readonly number[] }
}

/** As many as are read of a question: what is left of a longer name may be the name of another drug. */
export const maxNameWords = 12

/** A name by its words: in full, without dashes, and without form and release. */
export const nameKey = (words: readonly string[]): string =>
  words
    .filter((word) => /^\d/.test(word) || isOfName(word))
    .flatMap((word) => partsOf(labelTermOf(word)))
    .flatMap((part) => partsOf(labelTermOf(part)))
    .filter((word) => word !== '' && isOfName(word))
    .join(' ')

/** A name by all its words, with the form and the number that are part of it: `leader allergy eye`, `isovue 370`. */
export const lineKey = (words: readonly string[]): string =>
  words
    .flatMap((word) => word.split('-'))
    .filter((word) => word !== '')
    .map(singularOf)
    .join(' ')

/** What is sold under a name: under this one in full, else under what is left of it without its forms. */
export const soldAs = (words: readonly string[]): MarketName | undefined => {
  const { lines, all } = drugNames()
  return lines.get(lineKey(words)) ?? all.get(nameKey(words))
}

/** `mag-g` is no magnesium, and `mrna-1273` more than an mRNA; but `kenalog-10` is Kenalog and `adzenys xr-odt` Adzenys. */
const partsOf = (word: string): string[] => {
  const parts = word.split(/[ -]/)
  const isAbbreviated =
    parts.some((part) => !isOfName(part)) && parts.some(isOfName) && parts.every((part) => part.length < 5)
  return isAbbreviated ? word.split(' ') : parts
}

const file = resolve(root, 'src/search/engine/drug-names.txt.gz')

let kept: DrugNames | undefined

/** Read when they are first asked for, and kept. */
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
 * Each line holds a generic name and the brands that are sold as it, of which one with a plus is meant in full only; behind
 * an equals sign stands how it is given, in one way or several.
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

/** The file is in small letters without marks: most of what stored texts need can be left out. */
const tokenizeName = (name: string): string[] => name.split(/\.*(?:[ ,;/+&]+|$)/).filter((word) => word !== '')

/** What is left of a few labels: nobody asks for a drug by it. */
const isNoName = /^(?:.|in)$/

const isSpelt = /^[a-z][a-z-]{2,39}$/

/** Of words in the order of the alphabet. */
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
