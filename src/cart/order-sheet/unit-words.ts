import { unitNoun, unitNouns } from '#catalog/unit-words.ts'

/** Units of package contents. `ct` usually means a tablet count; `tb` may be a tablet or a tube. */
const contents =
  'ct|cts|count|cnt|tabs?|tablets?|tbs?|tbl|caps?|capsules?|caplets?|softgels?|gelcaps?|lozenges?|patch|patches|supps?|doses?|strips?|tests?|pads?|wipes?|sheets?|ml|cc|l|liters?|g|gm|grams?|kg|mg|mcg|ug|µg|oz|lbs?|iu|meq|mmol|%'

export const unitPattern = [...unitNouns.keys()].toSorted((one, other) => other.length - one.length).join('|')
export const contentPattern = contents

/** Whether the text is a package unit. */
export const isPackageUnit = (text: string): boolean => unitNouns.has(text.trim().toLowerCase().replace(/\.$/, ''))

export const isSameUnit = (one: string, other: string): boolean => unitNoun(one) === unitNoun(other)

/** Units of several packages. The portal does not know how many, so they are never converted to packages. */
export const isOuterUnit = (text: string): boolean => /^(?:case|carton|dozen|pair)$/.test(unitNoun(text))

/** `3 boxes`, `1 box`. */
export const unitsOf = (count: number, unit: string): string => {
  const noun = unitNoun(unit)
  const many = /[xs]$/.test(noun) ? `${noun}es` : noun === 'each' ? 'each' : `${noun}s`
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : many}`
}
