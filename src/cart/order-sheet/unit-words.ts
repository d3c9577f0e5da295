/** Units in which packages are counted, by the noun of each; the forms of one are the same unit. */
const forms = {
  each: 'ea each',
  unit: 'un unit units',
  piece: 'pc pcs piece pieces',
  bottle: 'bt btl btls bottle bottles',
  box: 'bx bxs box boxes',
  case: 'cs cse case cases',
  carton: 'ctn ctns crtn carton cartons',
  pack: 'pk pks pack packs pkg pkgs package packages',
  packet: 'pkt pkts packet packets',
  vial: 'vl vls vial vials',
  tube: 'tube tubes',
  kit: 'kt kit kits',
  bag: 'bg bag bags',
  roll: 'rl roll rolls',
  dozen: 'dz doz dozen',
  pair: 'pr pair pairs',
  can: 'can cans',
  jar: 'jar jars',
  ampule: 'amp amps ampul ampule ampules ampoule ampoules',
  syringe: 'syr syringe syringes',
  inhaler: 'inhaler inhalers',
  pen: 'pen pens',
  tray: 'tray trays',
  set: 'set sets',
} as const

const nouns = new Map(Object.entries(forms).flatMap(([noun, words]) => words.split(' ').map((word) => [word, noun])))

/** What a package holds; `ct` is a count of tablets more often than a carton, and `tb` a tablet as often as a tube. */
const contents =
  'ct|cts|count|cnt|tabs?|tablets?|tbs?|tbl|caps?|capsules?|caplets?|softgels?|gelcaps?|lozenges?|patch|patches|supps?|doses?|strips?|tests?|pads?|wipes?|sheets?|ml|cc|l|liters?|g|gm|grams?|kg|mg|mcg|ug|µg|oz|lbs?|iu|meq|mmol|%'

export const unitPattern = [...nouns.keys()].toSorted((one, other) => other.length - one.length).join('|')
export const contentPattern = contents

const bare = (text: string): string => text.trim().toLowerCase().replace(/\.$/, '')

/** Whether the text is one of the units in which packages are counted. */
export const isUnit = (text: string): boolean => nouns.has(bare(text))

/** `BTL` as "bottle"; a unit that is not known as it is written. */
export const unitNoun = (text: string): string => nouns.get(bare(text)) ?? bare(text)

export const isSameUnit = (one: string, other: string): boolean => unitNoun(one) === unitNoun(other)

/** More than single packages, by a number that the portal does not know: so many of them are never so many packages. */
export const isOuterUnit = (text: string): boolean => /^(?:case|carton|dozen|pair)$/.test(unitNoun(text))

/** `3 boxes`, `1 box`. */
export const unitsOf = (count: number, unit: string): string => {
  const noun = unitNoun(unit)
  const many = /[xs]$/.test(noun) ? `${noun}es` : noun === 'each' ? 'each' : `${noun}s`
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : many}`
}
