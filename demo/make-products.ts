import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'

import { pictureKindOf } from './pictures/picture.ts'
import { type PackageFacts, readFacts } from './make-facts.ts'
import { calm, composeName, formWords, makerWord, strengthWords } from './make-names.ts'
import { packageText } from './make-packages.ts'
import { supplies } from './make-supplies.ts'

const columns =
  'ndc ndc10 name brand generic manufacturer strength form route package uom category cold price color dea rxOtc packQuantity packUnit picture stock flags description'.split(
    ' ',
  )
type Row = Record<string, string | number>

const main = (source: string | undefined) => {
  if (!source) throw new Error('Usage: node demo/make-products.ts PATH/TO/catalogue-demo.csv.gz')
  const rows = [
    ...withOwnNames(withoutDuplicates(readFacts(source).filter(isPresentable).map(rowOf))),
    ...supplies.map(supplyRow),
  ].toSorted(byNumber)
  const lines = rows.map((row) => JSON.stringify(trimmed(columns.map((column) => row[column] ?? ''))))
  const file = `{"columns":${JSON.stringify(columns)},"products":[\n${lines.join(',\n')}\n]}\n`
  writeFileSync(new URL('products.json', import.meta.url), file)
  console.log(`${rows.length} products, ${Math.round(file.length / 1000)} KB`)
}

/** Placeholder names, misspelled brands and entries without a manufacturer are real data, but left out of the demo. */
const isPresentable = ({ brand, labeler }: PackageFacts): boolean =>
  labeler !== '' && !/^(?:Your Logo Here|Doses$|Nasal$)|Antispetic|Idoinde/.test(brand)

const rowOf = (facts: PackageFacts): Row => {
  const brand = calm(facts.brand || facts.generic)
  const pack = packageText(facts)
  const strength = strengthWords(facts, pack.millilitres)
  const form = formWords(facts.form, pack.short)
  const name = composeName({
    brand,
    strength: isShort(facts.strength, strength) ? strength : '',
    form,
    pack: pack.short,
  })
  const uom = unitOf(facts)
  const kind = pictureKindOf({ form: facts.form, uom, name })
  const generic = calm(facts.generic)
  return {
    ndc: facts.ndc11,
    ndc10: facts.ndc10,
    name,
    brand,
    generic: generic === brand ? '' : generic,
    manufacturer: calm(facts.labeler),
    strength,
    form: facts.form,
    route: facts.route,
    package: pack.long,
    uom,
    category: facts.category,
    cold: facts.cold && calm(facts.cold.toLowerCase()),
    price: Number(facts.price),
    color: facts.color,
    dea: facts.dea,
    rxOtc: facts.rx_otc,
    ...contentsOf(facts),
    picture: `${kind}-${pictureColor(kind, facts.color, brand)}`,
    ...stockOf(facts.ndc11, Number(facts.price)),
  }
}

/** The quantity for unit prices, unless the package size was estimated. */
const contentsOf = ({ pack_qty: quantity, pack_unit: unit, pack_est: isEstimated }: PackageFacts): Row =>
  ['EA', 'mL', 'g'].includes(unit) && Number(quantity) > 0 && !isEstimated
    ? { packQuantity: Number(quantity), packUnit: unit }
    : {}

const supplyRow = (supply: (typeof supplies)[number]): Row => ({
  ndc: supply.itemNumber,
  name: supply.name,
  brand: 'House brand',
  manufacturer: 'House brand',
  package: supply.package,
  uom: supply.unitOfMeasure,
  category: 'Supplies',
  price: supply.price,
  picture: supply.picture,
  stock: 40 + (fateOf(supply.itemNumber, 'stock') % 800),
  description: `${supply.description} ${supply.package}.`,
})

/** Large stock of cheap products, small stock of expensive ones; a few are sold out, special orders or drafts. */
const stockOf = (ndc: string, price: number): Row => {
  const fate = fateOf(ndc, 'fate') % 100
  const chance = fateOf(ndc, 'stock')
  const most = Math.max(4, Math.min(900, Math.round(12_000 / price)))
  const stock = Math.ceil(most / 6) + (chance % most)
  if (fate < 2) return { stock, flags: 'd' }
  if (fate < 4) return { stock: 0, flags: '' }
  if (fate < 7) return { stock: 1 + (chance % 8), flags: '' }
  if (fate < 11) return { stock: 0, flags: 's' }
  return { stock, flags: '' }
}

const fateOf = (ndc: string, salt: string): number =>
  createHash('sha256').update(`${salt}:${ndc}`).digest().readUInt32BE(0)

/** The listed color of a pill. Containers have no listed color, so each brand gets an accent color. */
const accents = ['blue', 'teal', 'green', 'purple', 'orange', 'red', 'navy', 'pink', 'turquoise', 'yellow']
const pictureColor = (kind: string, color: string, brand: string): string => {
  if (kind === 'cylinder')
    return /oxygen/i.test(brand)
      ? 'green'
      : /nitrogen/i.test(brand)
        ? 'gray'
        : /nitrous/i.test(brand)
          ? 'blue'
          : 'yellow'
  if (color) return color.replaceAll(/[^a-z]+/g, '-')
  if (['tablet', 'capsule', 'blister', 'suppository'].includes(kind)) return 'white'
  return accents[fateOf(brand, 'accent') % accents.length] ?? 'blue'
}

/** Estimated packages are VIAL for any single unit; the form is more precise. */
const unitOf = ({ package: contents, uom, form, route }: PackageFacts): string => {
  if (uom !== 'VIAL' || contents.includes(' in ')) return uom
  if (/Syringe/.test(form)) return 'SYR'
  if (/Injector|Cartridge|Implant/.test(form)) return 'EA'
  if (/Granule|Powder/.test(form) && route !== 'Injection') return 'PKT'
  return route === 'Injection' ? uom : 'BTL'
}

const withOwnNames = (rows: Row[]): Row[] => told(rows, (row) => `${row.name} (${makerWord(String(row.manufacturer))})`)

/** Keeps one of several packages of a manufacturer that differ only in their numbers. */
const withoutDuplicates = (rows: Row[]): Row[] => [
  ...new Map(
    rows.toReversed().map((row) => [`${String(row.name).toLowerCase()} ${makerWord(String(row.manufacturer))}`, row]),
  ).values(),
]
const told = (rows: Row[], longer: (row: Row) => string): Row[] => {
  const uses = Map.groupBy(rows, (row) => row.name)
  return rows.map((row) => ((uses.get(row.name ?? '')?.length ?? 0) > 1 ? { ...row, name: longer(row) } : row))
}

const isShort = (listed: string, words: string): boolean =>
  (listed.split(' / ').length <= 3 || !words.includes('/')) && words.length <= 34
const byNumber = (a: Row, b: Row): number => (String(a.ndc) < String(b.ndc) ? -1 : 1)
const trimmed = (cells: (string | number)[]) => {
  const end = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, end + 1)
}

main(process.argv[2])
