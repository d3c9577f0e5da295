import { writtenForms } from '#catalog/name-form.ts'
import { readEntries } from './read-lists.ts'

const spaced = (word: string): string => word.replaceAll('-', ' ')

/**
 * Synonyms, one list per meaning: a query with one of the words also finds products labeled with the others. The typed
 * word itself always matches too, so an abbreviation never hides a product with that name.
 */
const synonymsIn = (list: string): string[][] => readEntries(list).map(({ word, others }) => [word, ...others])

const forms = [...writtenForms.map((line) => line.split(' ').map(spaced)), ...synonymsIn('forms')]
const substances = synonymsIn('substances')
const units = synonymsIn('units')

const readings = new Map<string, string[]>()
for (const words of [...forms, ...substances, ...synonymsIn('vaccines'), ...units])
  for (const word of words)
    readings.set(word, [...(readings.get(word) ?? []), ...words.filter((other) => other !== word)])

// RxNorm names drawn-up injections solution or suspension and names pens, syringes and cartridges explicitly, so `vial`
// matches the former.
readings.get('vial')?.push('injectable solution', 'injectable suspension')

/** Other words or phrases on labels with the same meaning as this word. */
export const otherReadings = (word: string): string[] => readings.get(spaced(word)) ?? []

/** Multi-word synonyms, longest first; they are matched as one term when typed in a row. */
export const phrases: readonly string[] = [...readings.keys()]
  .filter((word) => word.includes(' '))
  .toSorted((one, other) => other.length - one.length)

const labels = new Map(substances.flatMap(([label = '', ...others]) => others.map((word) => [word, label])))

/** The label's word for an abbreviation. */
export const labelTermOf = (word: string): string => labels.get(spaced(word)) ?? word

/** Units of strength. */
export const strengthUnits: readonly string[] = ['mg', 'mcg', 'g', 'meq', 'mmol', 'units', 'unit', 'unt', 'iu']

const unitWords = new Set(units.flat())

export const isUnitWord = (word: string): boolean => unitWords.has(word)

const formWords = new Set(forms.flat())

/** Singular of a dosage form or pack: `tablets` becomes `tablet`. */
export const singularOf = (word: string): string => {
  if (formWords.has(word) || !word.endsWith('s')) return word
  return [word.slice(0, -1), word.slice(0, -2), word.replace(/ies$/, 'y')].find((one) => formWords.has(one)) ?? word
}

export const isForm = (word: string): boolean => formWords.has(spaced(word))

/** Whether the word may be part of a product name: not a number, unit, form or pack. */
export const isOfName = (word: string): boolean =>
  !/^[\d.]/.test(word) && !unitWords.has(word) && !formWords.has(spaced(singularOf(word)))

const milligrams: Record<string, number> = {}
for (const [line, each] of [
  ['mg', 1],
  ['mcg', 0.001],
  ['g', 1_000],
] as const)
  for (const word of units.find(([first]) => first === line) ?? []) milligrams[word] = each

const milliliters: Record<string, number> = {}
for (const [line, each] of [
  ['ml', 1],
  ['l', 1_000],
] as const)
  for (const word of units.find(([first]) => first === line) ?? []) milliliters[word] = each

/** The same strength in other units: 50 mcg as 0.05 mg, 1% as 10 mg/mL or 0.01 mg/mg. */
export const otherStrengths = (amount: string, unit: string): [amount: string, unit: string][] => {
  if (unit === '%')
    return [
      [tidy(Number(amount) * 10), 'mg ml'],
      [tidy(Number(amount) / 100), 'mg mg'],
    ]
  const volume = milliliters[unit]
  if (volume !== undefined)
    return [
      [tidy(Number(amount) * volume), 'ml'],
      [tidy((Number(amount) * volume) / 1_000), 'l'],
    ]
  const each = milligrams[unit]
  if (each === undefined) return otherReadings(unit).map((other) => [amount, other])
  const inMilligrams = Number(amount) * each
  return [
    [tidy(inMilligrams), 'mg'],
    [tidy(inMilligrams * 1_000), 'mcg'],
    [tidy(inMilligrams / 1_000), 'g'],
  ]
}

const tidy = (amount: number): string => String(Number(amount.toPrecision(6)))
