import { isOfName, labelTermOf } from './expand-word.ts'
import { splitWords } from '#catalog/split-words.ts'
import { readWords } from './read-lists.ts'

/** The substances of a drug in alphabetical order, independent of notation, with salts separate. */
export interface Formula {
  substances: readonly string[]
  /** `hydrochloride`, `succinate`; some labels omit them. */
  salts: readonly string[]
}

/** Parses a generic name: `Metoprolol Succinate ER` is metoprolol with the salt succinate. */
export const formulaOf = (generic: string, cut = splitWords): Formula => {
  const substances = new Set<string>()
  const salts = new Set<string>()
  for (const part of generic.split(betweenSubstances)) {
    const words = cut(part)
      .map(labelTermOf)
      .flatMap((word) => word.split(' '))
      // `glycol-3350` is also written `glycol 3350`.
      .map((word) => word.replace(/(?<=[a-z]{5})-\d+$/, ''))
      .filter((word) => isOfName(word) && !fillers.has(word) && !isManner(word))
      .flatMap((word) => word.split(betweenWords))
      .map((word) => word.replace(/(?<=sulfate|phosphate)s$/, ''))
    const isSalt = (word: string, at: number) => saltNames.has(word) && !drugsAsEsters.has(words[at - 1] ?? '')
    const names = words.filter((word, at) => !isSalt(word, at))
    // Potassium chloride consists only of salt names.
    substances.add((names.length > 0 ? names : words).join(' '))
    if (names.length > 0) for (const word of words.filter(isSalt)) salts.add(word)
  }
  substances.delete('')
  return { substances: [...substances].toSorted(), salts: [...salts].toSorted() }
}

/** Drugs with the same key and compatible salts are the same generic. */
export const formulaKey = ({ substances }: Formula): string =>
  substances
    .flatMap((substance) => substance.split(' '))
    .toSorted()
    .join(' ')

export const haveSameSalts = (one: Formula, other: Formula): boolean => {
  const [some, more] = one.salts.length < other.salts.length ? [one, other] : [other, one]
  const isWithin = some.salts.every((salt) => more.salts.includes(salt))
  return isWithin && (!isOtherAsSalt(one) || estersOf(some).length === estersOf(more).length)
}

/**
 * The acid identifies the product, not its metal. Sulfate is excluded because in mixtures with neomycin it is not an
 * ester of the steroid.
 */
const estersOf = ({ salts }: Formula): string[] => salts.filter((salt) => !plainSalts.includes(salt))

const plainSalts = ['sodium', 'disodium', 'sulfate', 'hydrochloride']

const inSet = (list: string): ReadonlySet<string> => new Set(readWords(list))

/**
 * Substances whose tablets, depot and other injections differ by ester: a label without an ester is not any of the
 * esters.
 */
const othersAsSalts = inSet('distinct-esters')

export const isOtherAsSalt = ({ substances }: Formula): boolean =>
  substances.some((one) => one.split(' ').some((word) => othersAsSalts.has(word)))

/** Salts and esters that labels add to common names. */
export const saltNames = inSet('salts')

/** Substances whose ester identifies the drug: isosorbide alone is different from its two nitrates. */
const drugsAsEsters = new Set(['isosorbide'])

/** Splits hyphenated substances such as `varicella-zoster`, but not `epoetin alfa-epbx` or `xe-133`. */
const betweenWords = /(?<=[a-z]{4})-(?=[a-z]{5})/

/** Words on labels that don't name a substance. */
const fillers = inSet('fillers')

const manners = inSet('manners')

/** Descriptive words that don't make a different drug: `childrens`, `extra strength`, `preservative-free`. */
export const isManner = (words: string): boolean =>
  words.split(' ').every((word) => manners.has(word) || word.endsWith('-free'))

/** A dash separates substances after a salt or a space: `docusate sodium-sennosides`, but not `povidone-iodine`. */
const betweenSubstances = new RegExp(
  String.raw`\bw\/(?![wv]\b)|[,;/+&]|\b(?:and|with|in)\b|\s-\s|-(?<=\b(?:${[...saltNames].join('|')}|hcl|hbr)-)(?![a-z]{4}\b)`,
  'i',
)
