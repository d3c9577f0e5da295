import { nameWithMarks } from '#catalog/line-words.ts'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import type { ErpOrder } from '../gateway/erp.ts'
import type { ExistingOrder } from './existing-orders.ts'

const columns = [
  'order_id',
  'line_no',
  'name',
  'slug',
  'quantity',
  'cancelled_quantity',
  'cold_status',
  'dea_schedule',
] as const
type Line = Pick<Row<'order_line'>, (typeof columns)[number]>

/** By order id. */
export type LinesOf = ReadonlyMap<string, readonly Line[]>

export interface CanceledLine {
  lineNo: number
  /** With schedule and storage, for the email. */
  name: string
  /** The number of canceled pieces. */
  before: number
  now: number
}

/** Loads the lines of portal orders with canceled lines in the portal or the ERP; these are few per page. */
export const linesToCompare = async (
  tx: Tx,
  pairs: readonly { known: ExistingOrder; order: ErpOrder }[],
): Promise<LinesOf> => {
  const ids = pairs.flatMap(({ known, order }) =>
    !known.erp_created && (known.cancelled_line_count > 0 || order.lines.some(({ isCancelled }) => isCancelled))
      ? [known.id]
      : [],
  )
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

/** Lines whose canceled quantity differs. The ERP may have split a line; unreported lines stay unchanged. */
export const canceledLines = (lines: readonly Line[], order: ErpOrder): CanceledLine[] => {
  const items = Map.groupBy(order.lines, ({ productId }) => keyOf(productId))
  return lines.flatMap(({ line_no, slug, quantity, cancelled_quantity, ...line }) => {
    const told = items.get(keyOf(slug)) ?? []
    if (told.length === 0 || told.some(({ isCancelled }) => isCancelled === null)) return []
    const live = told.reduce((sum, item) => sum + (item.isCancelled ? 0 : item.quantity), 0)
    const isAny = told.some(({ isCancelled }) => isCancelled)
    const now = isAny ? Math.min(quantity, Math.max(0, quantity - Math.round(live))) : 0
    return now === cancelled_quantity
      ? []
      : [{ lineNo: line_no, name: markedName(line), before: cancelled_quantity, now }]
  })
}

const markedName = ({ name, cold_status, dea_schedule }: Pick<Line, 'name' | 'cold_status' | 'dea_schedule'>): string =>
  nameWithMarks(name, { coldStatus: cold_status ?? '', deaSchedule: dea_schedule ?? '' })

/** The ERP may format an NDC differently from the catalog; item numbers are compared case-insensitively. */
const keyOf = (number: string): string => ndcKey(number) || number.toUpperCase()
