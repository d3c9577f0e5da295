import { ErpError, type LineAnswer, type OrderToChange } from '../gateway/erp.ts'
import { confirmed, itemNumber, requestedQuantity } from './mapping.ts'
import { childrenOf, field, quote, textIn } from './odata.ts'
import { readCurrentOrder } from './read-current-order.ts'
import type { ErpSession } from './session.ts'

const canceled = '4'
/** In Process and Completed: the goods are with the warehouse, and the ERP refuses every change. */
const takenByWarehouse = new Set(['2', '3'])

interface Changing {
  change: OrderToChange
  maySend: boolean
  signal: AbortSignal | undefined
}

/** The order is read before and after, so a repeat sends only what is missing and a lost reply is never believed. */
export const changeErpOrder = async (
  session: ErpSession,
  { change, maySend, signal }: Changing,
): Promise<LineAnswer[]> => {
  const read = () => readCurrentOrder(session, change.objectId, 'Item/ItemProduct,Item/ItemScheduleLine', signal)
  const before = await read()
  const open = change.lines.filter((line) => !isDone(before, line))
  const refusals = new Map<number, string>()
  const isSending = maySend && open.length > 0 && !isTaken(before)
  if (isSending && change.isWhole)
    await attempt(refusals, open, () => post(session, 'SalesOrderCancel', change.objectId, signal))
  else if (isSending)
    for (const line of open) await attempt(refusals, [line], () => lowerItem(session, before, line, signal))
  const after = isSending ? await read() : before
  return change.lines.map((line) => answerOf(after, line, refusals.get(line.lineNo)))
}

type Line = OrderToChange['lines'][number]

/** The ERP's refusal is an answer; every other failure ends the call. */
const attempt = async (refusals: Map<number, string>, lines: readonly Line[], send: () => Promise<unknown>) => {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof ErpError) || error.outcome !== 'rejected') throw error
    for (const { lineNo } of lines) refusals.set(lineNo, error.message)
  }
}

const lowerItem = async (
  session: ErpSession,
  order: unknown,
  { lineNo, to }: Line,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const item = itemOf(order, lineNo)
  const objectId = textIn(item, 'ObjectID', 70)
  if (!objectId) throw new ErpError('rejected', `The ERP’s order has no item ${itemNumber(lineNo)}.`)
  if (to === 0) return post(session, 'ItemCancel', objectId, signal)
  const [schedule, ...more] = childrenOf(field(item, 'ItemScheduleLine')).filter(
    (line) => field(line, 'TypeCode') !== confirmed,
  )
  const scheduleId = textIn(schedule, 'ObjectID', 70)
  if (!scheduleId || more.length > 0)
    throw new ErpError('rejected', `Item ${itemNumber(lineNo)} of the ERP’s order has been split. Change it there.`)
  await session.write('MERGE', `ItemScheduleLineCollection(${quote(scheduleId)})`, { Quantity: String(to) }, signal)
}

const post = async (session: ErpSession, action: string, objectId: string, signal: AbortSignal | undefined) => {
  await session.write('POST', `${action}?ObjectID=${quote(objectId)}`, null, signal)
}

const answerOf = (order: unknown, line: Line, refusal: string | undefined): LineAnswer => {
  const { lineNo } = line
  if (isDone(order, line)) return { lineNo, state: 'done', why: '' }
  if (isTaken(order)) return { lineNo, state: 'tooLate', why: '' }
  return refusal === undefined ? { lineNo, state: 'open', why: '' } : { lineNo, state: 'refused', why: refusal }
}

const isTaken = (order: unknown): boolean => takenByWarehouse.has(textIn(order, 'LifeCycleStatusCode', 2))

const isDone = (order: unknown, { lineNo, to }: Line): boolean => {
  if (field(order, 'CancellationStatusCode') === canceled) return true
  const item = itemOf(order, lineNo)
  if (item === undefined) return false
  return field(item, 'CancellationStatusCode') === canceled || requestedQuantity(field(item, 'ItemScheduleLine')) <= to
}

const itemOf = (order: unknown, lineNo: number): unknown =>
  childrenOf(field(order, 'Item')).find((item) => field(item, 'ID') === itemNumber(lineNo))
