import { type Cursor, ErpError, type Page } from '../gateway/erp.ts'
import { odataCount, field, momentLiteral, nextPage, quote, readMoment, rowsOf } from './odata.ts'

/** A valid row, or the reason it was skipped. */
export type Parsed<T> = { row: T } | { refusal: string }

interface Feed<T> {
  read: (query: Record<string, string>) => Promise<unknown>
  /** The timestamp field that orders the feed. */
  moment: string
  parse: (row: unknown) => Parsed<T>
  pageSize: number
}

const beginning = new Date(0)

/**
 * Keyset pagination by timestamp, never by offset, so that rows that change in the meantime are read later instead of
 * being skipped. Rows with the same timestamp are paged by their key.
 */
export async function* keysetPages<T>(feed: Feed<T>, from: Cursor | null): AsyncGenerator<Page<T>> {
  let cursor: Cursor | null = from ?? { at: beginning, after: null }
  while (cursor) {
    const step: Step<T> = cursor.after === null ? await nextRows(feed, cursor.at) : await restOfMoment(feed, cursor)
    yield { ...step.page, isLast: step.next === null }
    cursor = step.next
  }
}

type Read<T> = Omit<Page<T>, 'isLast'>

interface Step<T> {
  page: Read<T>
  next: Cursor | null
}

const nextRows = async <T>(feed: Feed<T>, at: Date): Promise<Step<T>> => {
  const body = await feed.read({
    $filter: `${feed.moment} ge ${momentLiteral(at)}`,
    $orderby: `${feed.moment} asc`,
    $top: String(feed.pageSize),
    $inlinecount: 'allpages',
  })
  const rows = rowsOf(body)
  const { page, last } = pageOf(feed, rows, at)
  if (!hasMore(body, rows, feed.pageSize)) return { page, next: null }
  if (!last) throw new ErpError('not-sent', 'The ERP’s list could not be understood.', { needsOperator: true })
  const isOneMoment = last.getTime() === at.getTime()
  const next = { at: last, after: isOneMoment ? '' : null }
  return { page: { ...page, cursor: next }, next }
}

/** Timestamps have milliseconds here but not in the ERP, so the filter is a range. */
const restOfMoment = async <T>(feed: Feed<T>, { at, after }: Cursor): Promise<Step<T>> => {
  const end = new Date(at.getTime() + 1)
  const conditions = [`${feed.moment} ge ${momentLiteral(at)}`, `${feed.moment} lt ${momentLiteral(end)}`]
  const body = await feed.read({
    $filter: [...conditions, ...(after ? [`ObjectID gt ${quote(after)}`] : [])].join(' and '),
    $orderby: 'ObjectID asc',
    $top: String(feed.pageSize),
    $inlinecount: 'allpages',
  })
  const rows = rowsOf(body)
  const { page } = pageOf(feed, rows, at)
  const lastKey = field(rows.at(-1), 'ObjectID')
  const isMore = hasMore(body, rows, feed.pageSize) && typeof lastKey === 'string' && lastKey > (after ?? '')
  const next = isMore ? { at, after: lastKey } : { at: end, after: null }
  return { page: { ...page, cursor: next }, next }
}

const pageOf = <T>(
  { moment, parse }: Feed<T>,
  raw: readonly unknown[],
  at: Date,
): { page: Read<T>; last: Date | null } => {
  const rows: T[] = []
  const refused: string[] = []
  let last: Date | null = null
  for (const one of raw) {
    const parsed = parse(one)
    if ('row' in parsed) rows.push(parsed.row)
    else refused.push(parsed.refusal)
    const seen = readMoment(field(one, moment))
    if (seen && isBelievable(seen) && seen >= at && (!last || seen > last)) last = seen
  }
  return { page: { rows, refused, cursor: { at: last ?? at, after: null } }, last }
}

const twoDays = 2 * 86_400_000

/** The ERP's clock may be a day off; a timestamp far in the future would make the feed skip everything before it. */
export const isBelievable = (moment: Date): boolean => moment.getTime() < Date.now() + twoDays

const hasMore = (body: unknown, rows: readonly unknown[], pageSize: number): boolean => {
  const count = odataCount(body)
  if (rows.length === 0) return false
  return count === null ? rows.length >= pageSize || nextPage(body) !== null : count > rows.length
}
