import { nameWithMarks } from '#catalog/line-words.ts'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import type { LineInErp } from '#fulfillment/erp-line.ts'
import type { OrderChange } from '#fulfillment/record-changes.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { asDollars, toCents, toDollars } from '#shared/money.ts'
import type { ReplacedLine } from './check-substitutes.ts'
import type { ErpOrder, ErpOrderLine } from '../gateway/erp.ts'
import type { ExistingOrder } from './existing-orders.ts'

const columns = [
  'order_id',
  'line_no',
  'name',
  'slug',
  'quantity',
  'cancelled_quantity',
  'unit_of_measure',
  'price',
  'cold_status',
  'dea_schedule',
  'erp_item',
] as const
type Line = Pick<Row<'order_line'>, (typeof columns)[number]>

/** By order id. */
export type LinesOf = ReadonlyMap<string, readonly Line[]>

/** A line that the ERP reports differently from before. */
export interface ComparedLine {
  lineNo: number
  /** The number of canceled pieces. */
  before: number
  now: number
  inErp: LineInErp
  changes: OrderChange[]
  /** Substitutes that are new or more than before. */
  replaced: ReplacedLine | null
}

/** The lines of portal orders of one page; an order that the ERP created gets new lines instead. */
export const linesToCompare = async (
  tx: Tx,
  pairs: readonly { known: ExistingOrder; order: ErpOrder }[],
): Promise<LinesOf> => {
  const ids = pairs.flatMap(({ known }) => (known.erp_created || known.deleted_at !== null ? [] : [known.id]))
  if (ids.length === 0) return new Map()
  const lines = await tx
    .selectFrom('order_line')
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .orderBy('line_no')
    .select(columns)
    .execute()
  return Map.groupBy(lines, ({ order_id }) => order_id)
}

/** Compares each line with its last known state in the ERP or, at first, with the order itself. */
export const compareWithErp = (lines: readonly Line[], order: ErpOrder): ComparedLine[] => {
  if (order.lines.length === 0) return []
  const { own, substitutes } = assignItems(lines, order.lines)
  return lines.flatMap((line) => compareLine(line, own.get(line) ?? [], substitutes.get(line) ?? []) ?? [])
}

interface Assigned {
  own: Map<Line, ErpOrderLine[]>
  substitutes: Map<Line, ErpOrderLine[]>
}

/** Items of the ordered product, which the ERP may have split, and those that replace it. */
const assignItems = (lines: readonly Line[], items: readonly ErpOrderLine[]): Assigned => {
  const own = new Map<Line, ErpOrderLine[]>()
  const substitutes = new Map<Line, ErpOrderLine[]>()
  const add = (to: Map<Line, ErpOrderLine[]>, line: Line, item: ErpOrderLine) =>
    to.set(line, [...(to.get(line) ?? []), item])
  const orderedBy = (item: ErpOrderLine): Line | undefined => {
    const same = lines.filter(({ slug }) => itemKey(slug) === itemKey(item.productId))
    return same.find((line) => itemOf(line) === item.item) ?? same.at(-1)
  }
  for (const item of items) {
    const ordered = orderedBy(item)
    const first = firstReplaced(item, items)
    const split = items.find((one) => one.item === first && !one.replaces)
    const replaced =
      lines.find((line) => itemOf(line) === first) ??
      (split && orderedBy(split)) ??
      // The replaced substitute may be gone.
      lines.find(({ erp_item }) =>
        erp_item?.substitutes.some((one) => [first, item.replaces, item.item].includes(one.item)),
      )
    if (ordered && !item.replaces) add(own, ordered, item)
    else if (replaced && !item.isCancelled) add(substitutes, replaced, item)
  }
  return { own, substitutes }
}

/** The item of the ordered product, through substitutes that were substituted themselves. */
const firstReplaced = (item: ErpOrderLine, items: readonly ErpOrderLine[], steps = 0): string => {
  const before = items.find((one) => one.item === item.replaces)
  return before?.replaces && steps < items.length ? firstReplaced(before, items, steps + 1) : item.replaces || item.item
}

/** The portal numbers the items of its orders. */
const itemOf = ({ line_no }: Line): string => String(line_no * 10)

const compareLine = (
  line: Line,
  items: readonly ErpOrderLine[],
  replacing: readonly ErpOrderLine[],
): ComparedLine | null => {
  const { line_no, slug, quantity, cancelled_quantity, erp_item } = line
  // An item that was never reported says nothing; one that is gone will not ship.
  if (items.length === 0 && replacing.length === 0 && !erp_item) return null
  // The ERP does not report whether items are canceled.
  if (cancelled_quantity > 0 && items.some(({ isCancelled }) => isCancelled === null)) return null
  const live = items.filter(({ isCancelled }) => !isCancelled)
  const inErp: LineInErp = {
    quantity: Math.round(live.reduce((sum, item) => sum + item.quantity, 0)),
    unit: items[0]?.unit ?? erp_item?.unit ?? '',
    price: priceOf(live) ?? erp_item?.price ?? null,
    substitutes: replacing.map(({ item, productId, description, quantity: pieces, unit }) => ({
      item,
      productId,
      name: description || productId,
      quantity: Math.round(pieces),
      unit,
    })),
  }
  const before: LineInErp = erp_item ?? {
    quantity: quantity - cancelled_quantity,
    unit: isUnitCode(line.unit_of_measure) ? line.unit_of_measure : '',
    price: line.price,
    substitutes: [],
  }
  if (erp_item && JSON.stringify(sorted(erp_item)) === JSON.stringify(sorted(inErp))) return null
  const isOtherUnit = before.unit !== '' && inErp.unit !== '' && before.unit !== inErp.unit
  const replacements = inErp.substitutes.reduce((sum, { quantity: pieces }) => sum + pieces, 0)
  const left = Math.min(quantity, inErp.quantity + replacements)
  const newOnes = inErp.substitutes.filter(
    ({ productId }) => !before.substitutes.some((one) => one.productId === productId),
  )
  const goneOnes = before.substitutes.filter(
    ({ productId }) => !inErp.substitutes.some((one) => one.productId === productId),
  )
  const unasked = inErp.substitutes.filter(
    ({ item, productId, quantity: pieces }) =>
      !before.substitutes.some((one) => one.item === item && one.productId === productId && one.quantity >= pieces),
  )
  const name = markedName(line)
  const change = (field: OrderChange['field'], one: string, other: string): OrderChange[] =>
    one === other ? [] : [{ lineNo: line_no, name, field, before: one, after: other }]
  const unitWords = (one: LineInErp) => `${one.quantity}${isOtherUnit ? ` ${one.unit}` : ''}`
  const isReplaced = newOnes.length > 0 || goneOnes.length > 0
  return {
    lineNo: line_no,
    before: cancelled_quantity,
    now: isOtherUnit ? cancelled_quantity : quantity - left,
    inErp,
    changes: [
      ...change('substitute', productWords(before, { name, slug }), productWords(inErp, { name, slug })),
      ...(isReplaced && !isOtherUnit && inErp.quantity + replacements === before.quantity
        ? []
        : change('quantity', unitWords(before), unitWords(inErp))),
      ...(before.price === null || inErp.price === null || isOtherUnit
        ? []
        : change('price', asDollars(before.price), asDollars(inErp.price))),
    ],
    replaced: unasked.length > 0 ? { name, lineNo: line_no, substitutes: unasked } : null,
  }
}

/** The columns are JSON, whose keys the database sorts. */
const sorted = ({ quantity, unit, price, substitutes }: LineInErp) => ({
  quantity,
  unit,
  price,
  substitutes: substitutes.map(({ item, productId, name, quantity: pieces, unit: unitOf }) => [
    item,
    productId,
    name,
    pieces,
    unitOf,
  ]),
})

const productWords = ({ substitutes }: LineInErp, { name, slug }: { name: string; slug: string }): string =>
  substitutes.length === 0
    ? `${name} (${slug})`
    : substitutes.map((one) => `${one.quantity} × ${one.name} (${one.productId})`).join(', ')

/** An amount of zero is a line that the ERP has not priced. */
const priceOf = (live: readonly ErpOrderLine[]): number | null => {
  const pieces = live.reduce((sum, { quantity }) => sum + quantity, 0)
  const amount = live.reduce((sum, { netAmount }) => sum + (netAmount ?? Number.NaN), 0)
  return pieces > 0 && amount > 0 ? toDollars(toCents(amount / pieces)) : null
}

const isUnitCode = (unit: string) => /^[A-Z0-9]{1,3}$/.test(unit)

const markedName = ({ name, cold_status, dea_schedule }: Pick<Line, 'name' | 'cold_status' | 'dea_schedule'>): string =>
  nameWithMarks(name, { coldStatus: cold_status ?? '', deaSchedule: dea_schedule ?? '' })

/** The ERP may format an NDC differently from the catalog; item numbers are compared case-insensitively. */
export const itemKey = (number: string): string => ndcKey(number) || number.toUpperCase()
