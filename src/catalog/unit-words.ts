import { grouped } from '#shared/number-words.ts'

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

/** Each form with its noun, in small letters. */
export const unitNouns: ReadonlyMap<string, string> = new Map(
  Object.entries(forms).flatMap(([noun, words]) => words.split(' ').map((word) => [word, noun])),
)

/**
 * What ERPs write besides: the codes of UN/ECE, of which those of packages begin with X. `CT` is a carton to them and a count
 * to everybody else, so it is not among them.
 */
const codes: Readonly<Record<string, string>> = {
  C62: 'piece',
  H87: 'piece',
  PCE: 'piece',
  DZN: 'dozen',
  XBO: 'bottle',
  XBX: 'box',
  XCS: 'case',
  XCT: 'carton',
  XPK: 'pack',
  XPA: 'packet',
  XVI: 'vial',
  XTU: 'tube',
  XBG: 'bag',
  XAM: 'ampule',
  XJR: 'jar',
  XRO: 'roll',
}

const bare = (text: string): string => text.trim().toLowerCase().replace(/\.$/, '')

/** `BTL` as "bottle"; a unit that is not known as it is written. */
export const unitNoun = (text: string): string => unitNouns.get(bare(text)) ?? bare(text)

/** The same of a product, whose unit may be a code of the ERP; what nobody knows keeps its capitals. */
export const productUnit = (unit: string): string =>
  unitNouns.get(bare(unit)) ?? codes[unit.trim().toUpperCase()] ?? unit.trim()

export interface SoldPackage {
  unitOfMeasure?: string | undefined
  packQuantity?: number | null | undefined
  packUnit?: string | undefined
}

/** `bottle of 100`, `carton of 2 mL`; `package` where nobody said what it is. */
export const packageWords = ({ unitOfMeasure = '', packQuantity, packUnit = '' }: SoldPackage): string => {
  const noun = productUnit(unitOfMeasure) || 'package'
  // A unit that says how many itself is not told twice, and a single piece is no package of one.
  if (packQuantity == null || /\d/.test(noun) || (packQuantity === 1 && packUnit !== 'mL' && packUnit !== 'g'))
    return noun
  return `${noun} of ${grouped(packQuantity)}${packUnit === '' || packUnit === 'EA' ? '' : ` ${packUnit}`}`
}

/** `per bottle of 100`, `each`: what a price is of. Empty where nothing is known of the package. */
export const perPackage = (sold: SoldPackage): string => {
  if (!sold.unitOfMeasure?.trim() && sold.packQuantity == null) return ''
  const words = packageWords(sold)
  return words === 'each' ? words : `per ${words.replace(/^each of /, 'unit of ')}`
}
