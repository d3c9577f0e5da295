import { unitNoun, unitNouns } from '#catalog/unit-words.ts'

/** What a package holds; `ct` is a count of tablets more often than a carton, and `tb` a tablet as often as a tube. */
const contents =
  'ct|cts|count|cnt|tabs?|tablets?|tbs?|tbl|caps?|capsules?|caplets?|softgels?|gelcaps?|lozenges?|patch|patches|supps?|doses?|strips?|tests?|pads?|wipes?|sheets?|ml|cc|l|liters?|g|gm|grams?|kg|mg|mcg|ug|µg|oz|lbs?|iu|meq|mmol|%'

export const unitPattern = [...unitNouns.keys()].toSorted((one, other) => other.length - one.length).join('|')
export const contentPattern = contents

/** Whether the text is one of the units in which packages are counted. */
export const isPackageUnit = (text: string): boolean => unitNouns.has(text.trim().toLowerCase().replace(/\.$/, ''))

export const isSameUnit = (one: string, other: string): boolean => unitNoun(one) === unitNoun(other)

/** More than single packages, by a number that the portal does not know: so many of them are never so many packages. */
export const isOuterUnit = (text: string): boolean => /^(?:case|carton|dozen|pair)$/.test(unitNoun(text))

/** `3 boxes`, `1 box`. */
export const unitsOf = (count: number, unit: string): string => {
  const noun = unitNoun(unit)
  const many = /[xs]$/.test(noun) ? `${noun}es` : noun === 'each' ? 'each' : `${noun}s`
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : many}`
}
