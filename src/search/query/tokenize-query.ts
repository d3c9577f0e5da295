import { splitWords } from '#catalog/split-words.ts'
import { readWords } from '../lexicon/read-lists.ts'
import { insulinWords, labelledWords, scheduleWords } from '../lexicon/common-names.ts'
import { wordsOfName } from './match-names.ts'
import { isForm, isUnitWord, labelTermOf, otherReadings, singularOf } from '../lexicon/expand-word.ts'
import { drugNames, nameKey } from '../lexicon/read-drug-names.ts'
import { codesOf } from '#catalog/read-codes.ts'
import { ndcKey } from '#catalog/normalize-ndc.ts'

export interface ParsedQuery {
  words: string[]
  /** NDCs that the whole text may represent. */
  ndcKeys: string[]
}

const maxWords = 12

/** Tokenizes a query; a code in an unusual format becomes its 11 digits. */
export const parseQuery = (text: string): ParsedQuery => {
  const keys = codesOf(text)
  const single = ndcKey(text)
  return {
    words: single ? [single] : asOnLabels(keptWords(text.replaceAll(isCounted, '$1 ct'))).slice(0, maxWords),
    ndcKeys: keys,
  }
}

/**
 * Splits into words but keeps strengths by volume, by hour or as a ratio whole: `4 mg/10 mL` is not a 10 mL vial of 4
 * mg/mL.
 */
const keptWords = (text: string): string[] =>
  splitWords(
    text
      .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
      .replaceAll(inThousands, (_, amount: string) => String(Number(amount) * 1000))
      .replaceAll(isList, (_, amounts: string, unit: string) => `${amounts.replaceAll('-', ' ')} ${unit}`)
      .replaceAll(hasUnits, '$1 ')
      .replaceAll(isTriple, (amounts) => amounts.replaceAll('-', ' '))
      .replaceAll(isRatio, (_, parts: string) => `1~${parts}`)
      .replaceAll(isPer, (_, amount: string, unit: string, of: string, ml: string) => `${amount}${unit}~~${of}${ml}`)
      .replaceAll(hasUnitBefore, '$1$2 / $3$2'),
  ).map((word) => word.replace('~~', '/').replace('~', ':'))

/** Matches `50k units`. */
const inThousands = /(?<![\w.])(\d{1,3}(?:\.\d+)?) ?k(?=$|\s+(?:units?|iu|u)\b)/gi
/** Matches `5-325mg`, `375 mg-3000 mg` and `31.25-125-200`; codes have more digits. */
const isList = /(?<![\w.-])(\d*\.?\d+(?: ?- ?\d*\.?\d+)+) ?(mg|mcg|g|gm|meq|units?|%)(?!\w)/gi
const hasUnits = /(?<=\d ?)(mg|mcg|g|gm|meq|units?|%) ?- ?(?=\.?\d)/gi
/** Matches `5-160-12.5` and `10-5-1000` but not NDCs. */
const isTriple =
  /(?<![\w.-])(?!\d{4}-\d{4}-)(?:(?:\d{0,3}\.)?\d{1,3}|[1-9]\d00)(?:-(?:(?:\d{0,3}\.)?\d{1,3}|[1-9]\d00)){2,4}(?![\w.-])/g
const isRatio = /(?<![\d.:/])1 ?: ?(\d{2,7})(?![\d:]|[.,]\d)/g
const isPer =
  /(?<![\w.-])((?:\d[\d,]*)?\.?\d+) ?([a-zµμ]{1,13}) ?(?:\/|\bper\b) ?(\d*\.?\d*) ?(ml|mls|cc|l|hr|h|hour|actuation|act|actuat|puff|spray|dose|day)(?![\w.])/gi
/** Matches `10 mg/12.5`, unless the second number has its own unit. */
const hasUnitBefore =
  /(?<![\w.])(\d*\.?\d+) ?(mg|mcg|g|meq|units?) ?[/-] ?(\d*\.?\d+)(?![\w.%]| ?(?:mgs?|mill?igrams?|mcgs?|ug|micrograms?|g|gms?|grams?|ml|meq|mmol|units?|unts?|ius?|u|k|thousand|million|l|hrs?|h|hours?|days?)\b)/gi

/** `B-12` alone is the vitamin. */
const asVitamin = (word: string): string => word.replace(/^b-(?=(?:12|6)$)/, 'b')

/** Prescriptions write counts as `#30`. */
const isCounted = /(?<!\S)#(\d{1,4})(?!\S)/g

const asOnLabels = (words: string[]): string[] => {
  const tidy = insulinWords(scheduleWords(words)).map((word) => singularOf(withZero(asVitamin(word))))
  return withImplied(readingOf(withVolume(withoutKind(tidy.flatMap(substancesOf))))).filter(
    (word, at, all) => !(at > 0 && word === 'for' && isForm(all[at + 1] ?? '')),
  )
}

/** Splits hyphenated substances such as `lisinopril-hctz`, which may be abbreviated. */
const substancesOf = (word: string, at: number, words: readonly string[]): string[] => {
  const parts = word.split('-')
  const isAbbreviated = parts.length > 1 && parts.some((part) => labelTermOf(part) !== part)
  return isAbbreviated &&
    otherReadings(word).length === 0 &&
    // `Cold-flu relief` is a name.
    wordsOfName(words.slice(at)) < 2 &&
    parts.every((part) => drugNames().all.get(labelTermOf(part))?.isSubstance)
    ? parts
    : [word]
}

/** Drops words such as `otc` unless they are part of a name, as in Prilosec OTC. */
const withoutKind = (words: string[]): string[] => {
  if (words.length < 2 || !words.some((word) => kinds.has(word))) return words
  const isNamed = (at: number) => words.some((_, from) => from <= at && wordsOfName(words.slice(from)) > at - from)
  const others = words.filter((word, at) => !kinds.has(word) || isNamed(at))
  return others.length > 0 ? others : words
}

const kinds = new Set(['otc', 'rx', 'generic', 'brand'])

/** For liquids, `250/5` means 250 mg in 5 mL. */
const withVolume = (words: string[]): string[] =>
  words.some((word) => liquids.has(word))
    ? words.flatMap((word, at) =>
        isNumber.test(word) && words[at + 1] === '5' && !isUnitWord(words[at + 2] ?? '')
          ? [word, 'mg']
          : word === '5' && isNumber.test(words[at - 1] ?? '') && !isUnitWord(words[at + 1] ?? '')
            ? [word, 'ml']
            : [word],
      )
    : words

const liquids = new Set(readWords('liquids'))
const isNumber = /^\d+(?:\.\d+)?$/

/** Keeps an abbreviation within a known long name, unless the name with the label's words is known too. */
const readingOf = (words: string[]): string[] => {
  const labelled = labelledWords(words)
  const { all } = drugNames()
  return words.length > 2 && all.has(nameKey(words)) && !all.has(nameKey(labelled)) ? words : labelled
}

/** For acetaminophen, `extra strength` and `regular strength` imply a number. */
const withImplied = (words: string[]): string[] => {
  const isNamed = words.some((word) => ['tylenol', 'acetaminophen', 'apap'].includes(word))
  const at = words.indexOf('strength')
  const implied = at > 0 && isNamed ? { extra: '500', regular: '325' }[words[at - 1] ?? ''] : undefined
  return implied === undefined || words.some((word) => /^\d/.test(word)) ? words : [...words, implied, 'mg']
}

/** Labels never write `.5`, because the point is easily missed. */
const withZero = (word: string): string => word.replace(/^\.(?=\d)/, '0.')
