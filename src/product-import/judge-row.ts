import type { Row } from '#platform/db/tables.ts'
import { toDollars } from '#shared/money.ts'
import { isFarFrom } from '#shared/read-number.ts'
import type { NewProduct } from '#catalogue/add-products.ts'
import { derivedColumnsOf } from '#catalogue/derive-columns.ts'
import { noQuantityFits } from '#catalogue/order-quantity.ts'
import { mostPieces } from '#inventory/contract.ts'
import type { RowVerdict } from './contract.ts'
import { dashedNdc } from '#catalogue/normalise-ndc.ts'
import { importFields } from './match-columns.ts'
import { BadRow, type RowFacts } from './read-row.ts'

/** What of a product an import may change, and the field of a sheet that says it. */
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

export interface Judged {
  verdict: RowVerdict
  added?: NewProduct
  /** The whole next row, by how many pieces its stock moves, and what it was. */
  changed?: { next: Imported; moved: number; before: Imported }
  /** What its product is to show, from elsewhere; of a new product everything but the address is still open. */
  picture?: WantedPicture
}

export interface WantedPicture {
  url: string
  productId: string
  /** What the product shows now. */
  image: string
}

interface Case {
  row: number
  facts: RowFacts
  /** The NDC as 11 digits; empty for an item number. */
  key: string
  existing: Imported | undefined
  publish: boolean
  /** By how much the stock moved since it was counted for this sheet; not known where the preview's count is. */
  since?: number | undefined
  /** The address from which the product's picture was fetched. */
  source?: string | undefined
}

/** What a row means for the catalogue as it is now. */
export const judgeRow = ({ row, facts, key, existing, publish, since, source }: Case): Judged => {
  const ndcNumber = key ? dashedNdc(key) : facts.ndcNumber
  const columns = columnsOf(facts)
  if (!existing) return asNew({ row, facts, ndcNumber, columns, publish })

  const moved = piecesMoved(existing, facts, since)
  const merged = { ...existing, ...columns, count_in_stock: existing.count_in_stock + moved }
  // Another notation of the same code is no change.
  const next = { ...merged, ...derivedColumnsOf(merged) }
  refuseFreeGoods(next, existing)
  refuseUnorderable(next)
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
  const notes = isFarFrom(next.price, existing.price) ? ['More than ten times above or below the price until now.'] : []
  const verdict: RowVerdict = {
    row,
    verdict: changes.length > 0 ? 'changed' : 'unchanged',
    ndcNumber: existing.ndc_number,
    name: next.name.slice(0, 120),
    ...(changes.length > 0 && { changes }),
    ...(notes.length > 0 && { notes }),
    ...(facts.countInStock !== undefined && { count: existing.count_in_stock }),
  }
  return {
    verdict,
    ...(changedColumns.length > 0 && { changed: { next, moved, before: existing } }),
    ...(isFetched && { picture: { url: facts.pictureUrl ?? '', productId: existing.id, image: existing.image } }),
  }
}

const pictureChange = ({ pictureUrl = '' }: RowFacts, image: string) => ({
  field: importFields.image,
  before: shownValue(image),
  after: pictureUrl.slice(0, 120),
  why: 'fetched once the row is applied',
})

const asNew = ({
  row,
  facts,
  ndcNumber,
  columns,
  publish,
}: Omit<Case, 'key' | 'existing'> & { ndcNumber: string; columns: Partial<Imported> }): Judged => {
  const { name } = facts
  if (!name) throw new BadRow('Material Description is missing, and this NDC is not in the catalog yet.')
  refuseUnorderable(columns)
  const hasPrice = (facts.price ?? 0) > 0
  if (facts.isPublished && !hasPrice) throw new BadRow('A published product needs a price.')
  const added = {
    ...columns,
    name,
    ndc_number: ndcNumber,
    is_item_number: facts.dummyNDC ?? false,
    is_published: facts.isPublished ?? (publish && hasPrice),
  }
  const changes = newColumns.map((column) => ({
    field: importFields[fieldOf[column]],
    before: '',
    after: shownValue(added[column] ?? 0),
  }))
  const { pictureUrl: url } = facts
  return {
    verdict: {
      row,
      verdict: 'new',
      ndcNumber,
      name: name.slice(0, 120),
      changes: url === undefined ? changes : [...changes, pictureChange(facts, '')],
    },
    added,
    ...(url !== undefined && { picture: { url, productId: '', image: '' } }),
  }
}

/** What of a new product is looked at before it is there. */
const newColumns = ['price', 'count_in_stock', 'is_published'] as const

/** Only what the row says; an empty cell says nothing. The code is settled apart. */
const columnsOf = (facts: RowFacts): Partial<Imported> => {
  const columns: Partial<Record<keyof Imported, unknown>> = {}
  for (const column of importedColumns) {
    const fact = facts[fieldOf[column]]
    if (column !== 'ndc_number' && fact !== undefined) columns[column] = fact
  }
  return columns as Partial<Imported> // each by the field that fieldOf names for it
}

/**
 * What moved the stock since the sheet was made, or since the preview, has happened: only the difference to the count of
 * then is meant. Where more went out since than the sheet counts, nothing is left.
 */
const piecesMoved = (
  { count_in_stock: now }: Imported,
  { countInStock, countInStockLoaded }: RowFacts,
  since: number | undefined,
): number => {
  if (countInStock === undefined) return 0
  const moved =
    since === undefined ? countInStock - (countInStockLoaded ?? now) : Math.max(0, countInStock + since) - now
  if (now + moved < 0) throw new BadRow(`The stock changed meanwhile: only ${now} are left.`)
  if (now + moved > mostPieces) throw new BadRow('Count In Stock is too large.')
  return moved
}

const sentenceOf = ({ countInStock = 0 }: RowFacts, since: number): string =>
  `${countInStock.toLocaleString('en-US')} in the file, ${Math.abs(since).toLocaleString('en-US')} ${since < 0 ? 'gone' : 'added'} since`

const refuseFreeGoods = (next: Imported, existing: Imported): void => {
  if (next.is_published && next.price === 0 && (existing.price > 0 || !existing.is_published))
    throw new BadRow('A published product needs a price.')
}

const refuseUnorderable = (product: Partial<Imported>): void => {
  const problem = noQuantityFits({
    orderMinimum: product.order_minimum ?? null,
    orderMaximum: product.order_maximum ?? null,
    orderMultiple: product.order_multiple ?? null,
  })
  if (problem) throw new BadRow(problem)
}

export const shownValue = (value: string | number | boolean | null): string => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? String(toDollars(Math.round(value * 100))) : value.slice(0, 120)
}
