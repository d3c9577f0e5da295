import { grouped } from '#shared/number-words.ts'

/** Package units by noun, each with its abbreviations. */
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

/** Nouns by lower-case abbreviation. */
export const unitNouns: ReadonlyMap<string, string> = new Map(
  Object.entries(forms).flatMap(([noun, words]) => words.split(' ').map((word) => [word, noun])),
)

/** UN/ECE codes of ERPs; packages begin with X. `CT` is a carton there but commonly means count: left out. */
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

/** The noun of a unit, such as "bottle" for `BTL`; unknown units are returned as written, in lower case. */
export const unitNoun = (text: string): string => unitNouns.get(bare(text)) ?? bare(text)

/** The noun of a product's unit, which may be an ERP code; unknown units keep their capitals. */
export const productUnit = (unit: string): string =>
  unitNouns.get(bare(unit)) ?? codes[unit.trim().toUpperCase()] ?? unit.trim()

export interface SoldPackage {
  unitOfMeasure?: string | undefined
  packQuantity?: number | null | undefined
  packUnit?: string | undefined
}

/** `bottle of 100`, `carton of 2 mL`; `package` if the unit is unknown. */
export const packageWords = ({ unitOfMeasure = '', packQuantity, packUnit = '' }: SoldPackage): string => {
  const noun = productUnit(unitOfMeasure) || 'package'
  // Skips the quantity if the unit already contains a number, and for a single piece.
  if (packQuantity == null || /\d/.test(noun) || (packQuantity === 1 && packUnit !== 'mL' && packUnit !== 'g'))
    return noun
  return `${noun} of ${grouped(packQuantity)}${packUnit === '' || packUnit === 'EA' ? '' : ` ${packUnit}`}`
}

/** What a price is for: `per bottle of 100`, `each`. Empty if nothing is known about the package. */
export const perPackage = (sold: SoldPackage): string => {
  if (!sold.unitOfMeasure?.trim() && sold.packQuantity == null) return ''
  const words = packageWords(sold)
  return words === 'each' ? words : `per ${words.replace(/^each of /, 'unit of ')}`
}
