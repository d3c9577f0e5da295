import type { Row } from '#platform/db/tables.ts'
import { toDollars } from '#shared/money.ts'
import { isFarFrom } from '#shared/read-number.ts'
import { derivedColumnsOf, type NewProduct } from '#catalog/add-products.ts'
import { noQuantityFits } from '#catalog/order-quantity.ts'
import { maxStockPieces } from '#catalog/stock/contract.ts'
import { isLowerSchedule } from '#catalog/fact-shapes.ts'
import { dashedNdc } from '#catalog/normalize-ndc.ts'
import { importFields } from './import-fields.ts'
import type { CheckedRow, RowPicture } from './import-kind.ts'
import { isOtherName, isOtherPrice, isOtherStock, type RowMargin } from './row-margins.ts'
import { isNumber } from './match-columns.ts'
import { attempt, BadRow, isSameText, type RowFacts } from './read-row.ts'

/** The product columns that an import may change, and the field of the sheet for each. */
const fieldOf = {
  name: 'name',
  ndc_number: 'ndcNumber',
  manufacturer: 'manufacturer',
  brand: 'brand',
  generic_name: 'genericName',
  strength: 'strength',
  dosage_form: 'dosageForm',
  route: 'route',
  pack_size: 'packSize',
  pack_quantity: 'packQuantity',
  pack_unit: 'packUnit',
  dea_schedule: 'deaSchedule',
  schedule_source: 'scheduleSource',
  is_narcotic: 'isNarcotic',
  drug_family: 'drugFamily',
  base_units: 'baseUnits',
  is_list_one: 'isListOne',
  needs_trace: 'needsTrace',
  dispensing: 'dispensing',
  gtin: 'gtin',
  order_minimum: 'orderMinimum',
  order_maximum: 'orderMaximum',
  order_multiple: 'orderMultiple',
  category: 'category',
  description: 'description',
  unit_of_measure: 'unitOfMeasure',
  image: 'image',
  price: 'price',
  count_in_stock: 'countInStock',
  is_non_stocked: 'isNonStocked',
  cold_status: 'coldStatus',
  is_published: 'isPublished',
} as const

export const importedColumns = Object.keys(fieldOf) as (keyof typeof fieldOf)[] // the keys of an object literal

export const fieldName = (column: keyof typeof fieldOf): string => importFields[fieldOf[column]]

export type Imported = Pick<Row<'product'>, keyof typeof fieldOf | 'id' | 'ndc_key' | 'is_item_number' | 'form'>

/** The product as written, the movement of its stock in pieces, and the product before. */
export interface ChangedProduct {
  next: Imported
  moved: number
  before: Imported
}

export interface CheckedProduct extends CheckedRow {
  added?: NewProduct
  changed?: ChangedProduct
  /** An external picture for the product. */
  picture?: Omit<RowPicture, 'row'>
  /** The current count, for a row that sets it. */
  count?: number
}

type Checked = Omit<CheckedProduct, 'row' | 'code'>

interface Case {
  facts: RowFacts
  /** The NDC as 11 digits; empty for an item number. */
  key: string
  existing: Imported | undefined
  publish: boolean
  /** Stock movement since the count in the sheet; undefined if the row has the preview's count instead. */
  since?: number | undefined
  /** The address from which the product's picture was fetched. */
  source?: string | undefined
}

/** Checks a row against the current catalog. */
export const checkRow = (given: Case): Checked => {
  const { facts, key, existing, since, source } = given
  const ndcNumber = key ? dashedNdc(key) : facts.ndcNumber
  if (!existing) return asNew({ ...given, ndcNumber })

  const { next, moved, unread } = nextOf(existing, facts, since)
  const isFetched = facts.pictureUrl !== undefined && facts.pictureUrl !== source
  const changedColumns = importedColumns.filter((column) => existing[column] !== next[column])
  const changes = changedColumns
    .map((column) => ({
      field: importFields[fieldOf[column]],
      before: shownValue(existing[column]),
      after: shownValue(next[column]),
      ...(column === 'count_in_stock' && since !== undefined && since !== 0 && { why: sentenceOf(facts, since) }),
    }))
    .concat(isFetched ? [pictureChange(facts, existing.image)] : [])
  const notes = isFarFrom(next.price, existing.price) ? ['More than ten times above or below the current price.'] : []
  return {
    verdict: changes.length > 0 ? 'changed' : 'unchanged',
    shown: {
      ndcNumber: existing.ndc_number,
      name: next.name.slice(0, 120),
      ...(changes.length > 0 && { changes }),
      ...(notes.length > 0 && { notes }),
      ...(unread.length > 0 && { unread }),
    },
    ...(facts.countInStock !== undefined && { count: existing.count_in_stock }),
    margin: marginOf(existing, next, facts),
    ...(changedColumns.length > 0 && { changed: { next, moved, before: existing } }),
    ...(isFetched && { picture: { url: facts.pictureUrl ?? '', productId: existing.id, image: existing.image } }),
  }
}

/** Applies the row to the product. Invalid values are left unchanged and reported. */
const nextOf = (existing: Imported, facts: RowFacts, since: number | undefined) => {
  const unread = [...facts.unread]
  const columns = columnsOf(facts, existing)
  if (columns.name !== undefined && isNumber(columns.name)) {
    unread.push(noName(columns.name))
    delete columns.name
  }
  if (columns.dea_schedule !== undefined && isLowerSchedule(columns.dea_schedule, existing.dea_schedule)) {
    unread.push(lowerSchedule)
    delete columns.dea_schedule
    delete columns.schedule_source
  }
  if (isBareSource(facts, columns, existing)) {
    unread.push(bareSource)
    delete columns.schedule_source
  }
  for (const column of duties)
    if (existing[column] === true && columns[column] !== undefined && columns[column] !== true) {
      unread.push(`${fieldName(column)} is set in the catalog. Change it on the product’s page.`)
      delete columns[column]
    }
  const pieces = attempt(() => piecesMoved(existing, facts, since))
  if (pieces instanceof BadRow) unread.push(pieces.message)
  const moved = pieces instanceof BadRow ? 0 : pieces
  const merged = { ...existing, ...columns, count_in_stock: existing.count_in_stock + moved }
  const problem = noQuantityFits(limitsOf(merged))
  if (problem) {
    const { order_minimum, order_maximum, order_multiple } = existing
    Object.assign(merged, { order_minimum, order_maximum, order_multiple })
    if (facts.orderMinimum !== undefined || facts.orderMaximum !== undefined || facts.orderMultiple !== undefined)
      unread.push(problem)
  }
  if (isFreeGoods(merged, existing)) {
    merged.price = existing.price
    merged.is_published = existing.is_published
    unread.push(needsPrice)
  }
  return { next: { ...merged, ...derivedColumnsOf(merged) }, moved, unread }
}

/** What no file may switch off: a registration that is needed, and records that go with a shipment. */
const duties = ['is_list_one', 'needs_trace'] as const

const needsPrice = 'A published product needs a price.'

const lowerSchedule = 'DEA Schedule is lower than in the catalog. Confirm it on the product’s page.'

const bareSource = 'Schedule Source is for no schedule: enter None or CII to CV as the DEA Schedule.'

/** An empty schedule is not known; a source alone would make it none. */
const isBareSource = (
  { deaSchedule }: RowFacts,
  { schedule_source }: Partial<Imported>,
  existing?: Imported,
): boolean =>
  schedule_source !== undefined && deaSchedule === undefined && !existing?.dea_schedule && !existing?.schedule_source

/** The source of a schedule, also of none, that a file states without naming one. */
const importSource = 'Import'

const noName = (name: string): string => `Material Description “${name.slice(0, 30)}” is a number, not a name.`

const marginOf = (existing: Imported, next: Imported, facts: RowFacts): RowMargin => ({
  ...(facts.name !== undefined && { names: isOtherName(existing.name, next.name) }),
  ...(facts.price !== undefined && { prices: isOtherPrice(existing.price, next.price) }),
  ...(facts.countInStock !== undefined && { stocks: isOtherStock(existing.count_in_stock, next.count_in_stock) }),
})

const pictureChange = ({ pictureUrl = '' }: RowFacts, image: string) => ({
  field: importFields.image,
  before: shownValue(image),
  after: pictureUrl.slice(0, 120),
  why: 'fetched after the row is applied',
})

const asNew = ({ facts, ndcNumber, publish }: Case & { ndcNumber: string }): Checked => {
  const { name } = facts
  const unread = [...facts.unread]
  if (!name)
    throw new BadRow(
      unread.find((why) => why.startsWith(importFields.name)) ??
        'Material Description is missing, and this NDC is not in the catalog yet.',
    )
  if (isNumber(name)) throw new BadRow(noName(name))
  const columns = columnsOf(facts)
  if (isBareSource(facts, columns)) {
    unread.push(bareSource)
    delete columns.schedule_source
  }
  const problem = noQuantityFits(limitsOf(columns))
  if (problem) {
    for (const column of ['order_minimum', 'order_maximum', 'order_multiple'] as const) delete columns[column]
    unread.push(problem)
  }
  const hasPrice = (facts.price ?? 0) > 0
  if (facts.isPublished && !hasPrice) unread.push(needsPrice)
  const added = {
    ...columns,
    name,
    ndc_number: ndcNumber,
    is_item_number: facts.dummyNDC ?? false,
    is_published: hasPrice && (facts.isPublished ?? publish),
  }
  const changes = newColumns.map((column) => ({
    field: importFields[fieldOf[column]],
    before: '',
    after: shownValue(added[column] ?? 0),
  }))
  const { pictureUrl: url } = facts
  return {
    verdict: 'new',
    shown: {
      ndcNumber,
      name: name.slice(0, 120),
      changes: url === undefined ? changes : [...changes, pictureChange(facts, '')],
      ...(unread.length > 0 && { unread }),
    },
    added,
    ...(url !== undefined && { picture: { url, productId: '', image: '' } }),
  }
}

/** The columns of a new product that the preview shows. */
const newColumns = ['price', 'count_in_stock', 'is_published'] as const

/** The columns that the row sets; empty cells set none. Another notation of the same NDC is not a change. */
const columnsOf = (facts: RowFacts, existing?: Imported): Partial<Imported> => {
  const columns: Partial<Record<keyof Imported, unknown>> = {}
  for (const column of importedColumns) {
    const fact = facts[fieldOf[column]]
    if (column === 'ndc_number' || fact === undefined) continue
    const now = existing?.[column]
    if (typeof now === 'string' && typeof fact === 'string' && isSameText(now, fact)) continue
    columns[column] = fact
  }
  const isStated = facts.deaSchedule !== undefined && facts.scheduleSource === undefined
  if (isStated && !existing?.schedule_source) columns.schedule_source = importSource
  return columns as Partial<Imported> // each value comes from the field in fieldOf
}

/**
 * Stock movements since the sheet was made, or since the preview, are kept: only the difference from the count at that
 * time is applied. If more pieces left the stock since than the sheet counts, none are left.
 */
const piecesMoved = (
  { count_in_stock: now }: Imported,
  { countInStock, countInStockLoaded }: RowFacts,
  since: number | undefined,
): number => {
  if (countInStock === undefined) return 0
  const moved =
    since === undefined ? countInStock - (countInStockLoaded ?? now) : Math.max(0, countInStock + since) - now
  if (now + moved < 0) throw new BadRow(`The stock has changed: only ${now} left.`)
  if (now + moved > maxStockPieces) throw new BadRow('Count In Stock is too large.')
  return moved
}

const sentenceOf = ({ countInStock = 0 }: RowFacts, since: number): string =>
  `${countInStock.toLocaleString('en-US')} in the file, ${Math.abs(since).toLocaleString('en-US')} ${since < 0 ? 'removed' : 'added'} since`

const isFreeGoods = (next: Imported, existing: Imported): boolean =>
  next.is_published && next.price === 0 && (existing.price > 0 || !existing.is_published)

const limitsOf = (product: Partial<Imported>) => ({
  orderMinimum: product.order_minimum ?? null,
  orderMaximum: product.order_maximum ?? null,
  orderMultiple: product.order_multiple ?? null,
})

export const shownValue = (value: string | number | boolean | null): string => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? String(toDollars(Math.round(value * 100))) : value.slice(0, 120)
}
