import type { UserField } from '#accounts/account-shapes.ts'
import { plainHeader } from '#shared/plain-header.ts'
import { customerAliases, customerFields } from './customer-columns.ts'

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
  orderMinimum: 'Minimum Per Order',
  orderMaximum: 'Maximum Per Order',
  orderMultiple: 'Order Multiple',
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
  price: ['listprice', 'unitprice', 'priceusd', 'saleprice', 'sellingprice', 'baseprice', 'rate'],
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
  orderMinimum: ['minimumorder', 'minorder', 'minqty', 'minimumquantity', 'minimumorderquantity', 'moq'],
  orderMaximum: ['maximumorder', 'maxorder', 'maxqty', 'maximumquantity', 'maximumorderquantity'],
  orderMultiple: ['multiple', 'packmultiple', 'casequantity', 'caseqty', 'soldinmultiplesof', 'orderincrement'],
  image: ['picture', 'imageurl', 'photo'],
}

/** What a column of a file of contract prices can hold. */
const priceFields = { ndcNumber: 'NDC Number', customer: 'Customer', price: 'Price', list: 'List' } as const

const priceAliases: Record<keyof typeof priceFields, readonly string[]> = {
  ndcNumber: aliases.ndcNumber,
  customer: ['email', 'customeremail', 'emailaddress', 'account', 'accountnumber', 'accountid', 'customernumber'],
  price: ['customprice', 'contractprice', 'agreedprice', 'netprice', 'specialprice', 'newprice', 'unitprice'],
  list: ['pricelist', 'listname'],
}

/** What a column of a file of a price list can hold. */
const listFields = {
  ndcNumber: 'NDC Number',
  fromQuantity: 'From Quantity',
  price: 'Price',
  percentOff: 'Percent Off',
} as const

const listAliases: Record<keyof typeof listFields, readonly string[]> = {
  ndcNumber: aliases.ndcNumber,
  fromQuantity: ['from', 'quantity', 'qty', 'minimumquantity', 'minqty', 'tier', 'fromqty'],
  price: priceAliases.price,
  percentOff: ['percent', 'discount', 'discountpercent', 'percentofflist', 'percentofflistprice'],
}

export type ImportOf = 'products' | 'prices' | 'list' | 'customers'
export type SheetField = ImportField | keyof typeof priceFields | keyof typeof listFields | UserField

/** What the columns of each file can hold, and how the portal calls it. */
export const fieldsFor: Record<ImportOf, Partial<Record<SheetField, string>>> = {
  products: importFields,
  prices: priceFields,
  list: listFields,
  customers: customerFields,
}

const headersOf = (kind: ImportOf, known: Partial<Record<SheetField, readonly string[]>>) =>
  new Map(
    (Object.keys(fieldsFor[kind]) as SheetField[]).flatMap((field) =>
      // the keys of an object literal
      [field, fieldsFor[kind][field] ?? field, ...(known[field] ?? [])].map(
        (alias) => [plainHeader(alias), field] as const,
      ),
    ),
  )

const fieldOfHeader = {
  products: headersOf('products', aliases),
  prices: headersOf('prices', priceAliases),
  list: headersOf('list', listAliases),
  customers: headersOf('customers', customerAliases),
}

/** The field that a header names, or null. */
export const fieldNamed = (header: string): ImportField | null =>
  // A large file has a million cells, and most of them come under the field's own name.
  isImportField(header)
    ? header
    : ((fieldOfHeader.products.get(plainHeader(header)) as ImportField | undefined) ?? null) // all of them are a product's

const isImportField = (header: string): header is ImportField => Object.hasOwn(importFields, header)

/** Which field each column holds; of two columns with one meaning the first has it. */
export const matchColumns = (headers: readonly string[], kind: ImportOf = 'products'): (SheetField | null)[] => {
  const given = new Set<SheetField>()
  // A column that has exactly the portal's own name wins over one that only means the same.
  const exact = headers.map((header) => exactField(header, kind))
  for (const field of exact) if (field) given.add(field)
  const seen = new Set<SheetField>()
  return headers.map((header, at) => {
    const own = exact[at] ?? null
    const field = own ?? fieldOfHeader[kind].get(plainHeader(header))
    if (!field || seen.has(field) || (!own && given.has(field))) return null
    seen.add(field)
    return field
  })
}

const exactField = (header: string, kind: ImportOf): SheetField | null =>
  (Object.keys(fieldsFor[kind]) as SheetField[]).find(
    (field) => plainHeader(fieldsFor[kind][field] ?? '') === plainHeader(header),
  ) ?? null // as above

const rowsLookedAt = 30

/** How much speaks for a row being the one that names the columns; what tells a product or a customer says most. */
const scoreOf = (row: readonly unknown[], kind: ImportOf): number => {
  const known = matchColumns(row.map(String), kind).filter(Boolean)
  return known.length + (known.includes('ndcNumber') || known.includes('customer') || known.includes('email') ? 1.5 : 0)
}

/** The row that names the columns: the one most of whose cells the portal knows; -1 when none does. */
export const findHeaderRow = (rows: readonly (readonly unknown[])[], kind: ImportOf = 'products'): number => {
  const scores = rows.slice(0, rowsLookedAt).map((row) => scoreOf(row, kind))
  const most = Math.max(0, ...scores)
  return most >= 1 ? scores.indexOf(most) : -1
}

/** Of several sheets the one whose columns match best, and which has rows below them. */
export const findSheet = (
  sheets: readonly (readonly (readonly unknown[])[])[],
  kind: ImportOf = 'products',
): number => {
  const scores = sheets.map((rows) => {
    const at = findHeaderRow(rows, kind)
    const isFilled = rows.slice(at + 1).some((row) => row.some((cell) => cell !== null && cell !== ''))
    return at < 0 ? 0 : scoreOf(rows[at] ?? [], kind) + (isFilled ? 100 : 0)
  })
  return Math.max(0, scores.indexOf(Math.max(...scores)))
}

/** The fields that columns hold, each once. */
export const namedIn = (fields: readonly (SheetField | null)[]): SheetField[] => [
  ...new Set(fields.filter((field) => field !== null)),
]

/** Names and descriptions may be put together from several columns; everything else has one. */
export const canBeJoined = (field: SheetField): boolean => field === 'name' || field === 'description'

export type SheetCell = string | number | boolean | null

export const textOf = (cell: SheetCell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell).replaceAll(/\s+/g, ' ').trim()

/** What a row says of each field. */
export const joinColumns = <Cell extends SheetCell>(
  cells: readonly Cell[],
  fields: readonly (SheetField | null)[],
): Partial<Record<SheetField, Cell | string>> => {
  const values: Partial<Record<SheetField, Cell | string>> = {}
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
