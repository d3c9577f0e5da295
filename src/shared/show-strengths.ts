/**
 * Formats strengths as ISMP and USP recommend: no trailing zeros, a leading zero, commas from 1,000, a space before the
 * unit, "units" and "mcg" in full, and no ratio for single-substance injections. Stored and exported text stays
 * unchanged.
 */
export const showStrengths = (text: string): string =>
  withUnits(text).replaceAll(ratio, (_, parts: string) => `1:${showNumber(parts)}`)

const withUnits = (text: string): string =>
  text.replaceAll(
    strength,
    (whole: string, numbers: string, unit: string, per?: string, volume?: string, liquid?: string, solid?: string) => {
      const named = unitWords.get(unit.toLowerCase())
      if (named === undefined) return whole
      const told = numbers.replaceAll(number, showNumber).replaceAll(/ ?([/-]) ?/g, '$1')
      const of = liquid ?? solid ?? ''
      const by =
        per === undefined ? '' : `/${volume ? `${showNumber(volume)} ` : ''}${unitWords.get(of.toLowerCase()) ?? of}`
      return `${told}${named === '%' ? '' : ' '}${named}${by}`
    },
  )

const number = /\d[\d,]*(?:\.\d+)?|\.\d+/g

const unitWords = new Map(
  [
    'mg mg mgs mgm',
    'mcg mcg mcgs ug µg μg',
    'g g gm gms',
    'kg kg',
    'units units unit unt u iu',
    'mEq meq',
    'mmol mmol',
    'mL ml mls cc',
    'L l',
    '% %',
    'hr hr hrs h',
    'actuation actuat actuation act',
    'day day',
  ].flatMap((line) => {
    const [shown = '', ...words] = line.split(' ')
    return words.map((word) => [word, shown] as const)
  }),
)

const amount = String.raw`(?:\d[\d,]*(?:\.\d+)?|\.\d+)`
const unit = String.raw`(?:mgs?|mgm|mcgs?|ug|[µμ]g|gms?|g|kg|units?|unt|u|iu|meq|mmol|mls?|cc|l)(?![\w])|%`

/** Not part of a word, a code or a date; `5/325 mg` counts as one. */
const strength = new RegExp(
  String.raw`(?<![\w.,:#])(?<!\w[-/])((?:${amount} ?[/-] ?)*${amount}) ?(${unit})(?:( ?/ ?)(?:(${amount})? ?(ml|l|hr|h|actuat|actuation|act|day)|(mg|g))(?![\w]))?`,
  'gi',
)

/** The text in parts that joined give it again; every second part is a strength. */
export const splitAtStrengths = (text: string): string[] => {
  const parts: string[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(strength)) {
    parts.push(text.slice(end, index), found)
    end = index + found.length
  }
  return [...parts, text.slice(end)]
}

const showNumber = (text: string): string => {
  const [whole = '', part = ''] = text.replaceAll(',', '').split('.')
  const rest = part.replace(/0+$/, '')
  return `${Number(whole).toLocaleString('en-US')}${rest === '' ? '' : `.${rest}`}`
}

export interface ShownName {
  shown: string
  /** The label's wording of the strength if it differs, else ''. */
  label: string
}

/** Formats a product name. A local anesthetic keeps the ratio of its epinephrine. */
export const showName = (name: string): ShownName => {
  const plain = showStrengths(name)
  const inMilligrams = (whole: string, parts: string) =>
    isSingleInjection(name) ? `${Number((1000 / Number(parts.replaceAll(',', ''))).toPrecision(6))} mg/mL` : whole
  const shown = plain.replaceAll(ratio, inMilligrams)
  return { shown, label: meansSame(name, shown) ? '' : labelled(name, shown) }
}

const ratio = /(?<![\d.:/])1 ?: ?(\d{1,3}(?:,\d{3})+|\d{3,7})(?![\d:.])/g

/** Drugs for which USP has banned ratios since 2016. */
const isSingleInjection = (name: string): boolean =>
  /epinephrine|adrenalin|isoproterenol|isuprel|neostigmine/i.test(name) && !/caine|racepinephrine|inhal/i.test(name)

/** Ignores differences in spaces and case. */
const meansSame = (one: string, other: string): boolean => plainOf(one) === plainOf(other)
const plainOf = (text: string): string => text.toLowerCase().replaceAll(/[\s,]/g, '')

/** From the first to the last word that differs. */
const labelled = (name: string, shown: string): string => {
  const [own, other] = [name.split(' '), shown.split(' ')]
  let from = 0
  while (from < own.length && own[from] === other[from]) from++
  let end = 0
  while (end < own.length - from && end < other.length - from && own.at(-1 - end) === other.at(-1 - end)) end++
  return own.slice(from, own.length - end).join(' ')
}

/** For emails, PDFs and files, which cannot show the label beside the name. */
export const nameInText = (name: string): string => {
  const { shown, label } = showName(name)
  return label === '' ? shown : `${shown} (label: ${label})`
}
