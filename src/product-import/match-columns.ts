import { plainHeader } from '#shared/plain-header.ts'

/** What a column of a sheet can hold, and how the portal calls it. */
export const importFields = {
  ndcNumber: 'NDC Number',
  name: 'Material Description',
  unitOfMeasure: 'Base UoM',
  category: 'Category',
  manufacturer: 'Manufacturer',
  price: 'Price',
  countInStock: 'Count In Stock',
  isNonStocked: 'Non Stocked',
  coldStatus: 'Cold Status',
  dummyNDC: 'Dummy NDC',
  isPublished: 'Published',
  description: 'Description',
  brand: 'Brand',
  genericName: 'Generic Name',
  strength: 'Strength',
  dosageForm: 'Dosage Form',
  route: 'Route',
  packSize: 'Pack',
  packQuantity: 'Pack Quantity',
  packUnit: 'Pack Unit',
  deaSchedule: 'DEA Schedule',
  dispensing: 'Rx/OTC',
  gtin: 'GTIN',
  image: 'Image',
} as const

export type ImportField = keyof typeof importFields

const aliases: Record<ImportField, readonly string[]> = {
  ndcNumber: [
    'ndc',
    'ndc11',
    'ndcno',
    'ndccode',
    'ndc10',
    'nationaldrugcode',
    'itemnumber',
    'itemno',
    'materialnumber',
  ],
  name: ['name', 'product', 'productname', 'material', 'materialname', 'item', 'itemname', 'itemdescription', 'title'],
  unitOfMeasure: ['uom', 'unitofmeasure', 'unit', 'baseunit', 'baseunitofmeasure'],
  category: ['productcategory', 'class', 'therapeuticclass', 'group', 'productgroup'],
  manufacturer: ['mfr', 'mfg', 'maker', 'labeler', 'labeller', 'vendor', 'company', 'supplier'],
  price: ['listprice', 'unitprice', 'priceusd', 'saleprice', 'sellingprice', 'baseprice', 'cost', 'rate'],
  countInStock: ['stock', 'qty', 'quantity', 'onhand', 'qtyonhand', 'stockcount', 'count', 'inventory', 'available'],
  isNonStocked: ['isnonstocked', 'nonstock', 'specialorder', 'dropship'],
  coldStatus: ['cold', 'refrigerated', 'coldchain', 'storage', 'temperature', 'iscold'],
  dummyNDC: ['isdummy', 'dummy', 'isdummyndc'],
  isPublished: ['ispublished', 'active', 'visible', 'live'],
  description: ['longdescription', 'details', 'text'],
  brand: ['brandname', 'tradename'],
  genericName: ['generic', 'activeingredient', 'molecule', 'ingredient'],
  strength: ['dose', 'potency'],
  dosageForm: ['form', 'dosageformname'],
  route: ['routeofadministration', 'routename'],
  packSize: ['packsize', 'package', 'packagedescription', 'packagesize', 'packaging'],
  packQuantity: ['packqty', 'packagequantity', 'unitsperpack', 'quantityperpack'],
  packUnit: ['packageunit'],
  deaSchedule: ['dea', 'schedule', 'deaclass', 'controlledsubstanceschedule'],
  dispensing: ['rxotc', 'rxorotc', 'otcrx'],
  gtin: ['gtin14', 'gtin12', 'upc', 'ean', 'barcode'],
  image: ['picture', 'imageurl', 'photo'],
}

const fieldOfHeader = new Map<string, ImportField>(
  (Object.keys(importFields) as ImportField[]).flatMap((field) =>
    // the keys of an object literal
    [field, importFields[field], ...aliases[field]].map((alias) => [plainHeader(alias), field] as const),
  ),
)

/** The field that a header names, or null. */
export const fieldNamed = (header: string): ImportField | null => fieldOfHeader.get(plainHeader(header)) ?? null

/** Which field each column holds; of two columns with one meaning the first has it. */
export const matchColumns = (headers: readonly string[]): (ImportField | null)[] => {
  const given = new Set<ImportField>()
  // A column that has exactly the portal's own name wins over one that only means the same.
  const exact = headers.map((header) => exactField(header))
  for (const field of exact) if (field) given.add(field)
  const seen = new Set<ImportField>()
  return headers.map((header, at) => {
    const own = exact[at] ?? null
    const field = own ?? fieldNamed(header)
    if (!field || seen.has(field) || (!own && given.has(field))) return null
    seen.add(field)
    return field
  })
}

const exactField = (header: string): ImportField | null =>
  (Object.keys(importFields) as ImportField[]).find(
    (field) => plainHeader(importFields[field]) === plainHeader(header),
  ) ?? null // as above

const rowsLookedAt = 25

/** The row that names the columns: the one most of whose cells the portal knows; -1 when none does. */
export const findHeaderRow = (rows: readonly (readonly unknown[])[]): number => {
  const known = rows.slice(0, rowsLookedAt).map((row) => matchColumns(row.map(String)).filter(Boolean).length)
  const most = Math.max(0, ...known)
  return most >= 1 ? known.indexOf(most) : -1
}

/** Names and descriptions may be put together from several columns; everything else has one. */
export const canBeJoined = (field: ImportField): boolean => field === 'name' || field === 'description'

export type SheetCell = string | number | boolean | null

export const textOf = (cell: SheetCell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell).replaceAll(/\s+/g, ' ').trim()

/** What a row says of each field. */
export const joinColumns = <Cell extends SheetCell>(
  cells: readonly Cell[],
  fields: readonly (ImportField | null)[],
): Partial<Record<ImportField, Cell | string>> => {
  const values: Partial<Record<ImportField, Cell | string>> = {}
  fields.forEach((field, at) => {
    const cell = cells[at]
    if (!field || cell === undefined || textOf(cell) === '') return
    const before = values[field]
    if (before !== undefined && canBeJoined(field)) values[field] = `${textOf(before)} ${textOf(cell)}`
    else values[field] = typeof cell === 'string' ? cell.trim() : cell
  })
  return values
}

/** True when codes of digits alone have 11 of them here, so that a shorter one has lost its zeros. */
export const hasElevenDigits = (codes: Iterable<string>): boolean => {
  let isSeen = false
  for (const code of codes) {
    if (/^\d{11}$/.test(code)) isSeen = true
    // A code that kept its zero and still is shorter: then ten digits are a notation of their own.
    else if (/^0\d{1,9}$/.test(code)) return false
  }
  return isSeen
}
