import { sql, type UpdateObject } from 'kysely'
import { act, type Acting, refuseStale, type RecordEntry } from '#platform/act.ts'
import type { Db, Row, Tables, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { returns } from './contract.ts'
import { mailReturn } from './mail-return.ts'
import { isCreditForBusiness, isOwnReturn } from './queries.ts'
import type { ReturnState } from './return-shapes.ts'

type Settings = { PUBLIC_URL: string }
export type LockedReturn = Row<'return_request'>

interface Step {
  tx: Tx
  before: LockedReturn
  record: RecordEntry
}

interface Changing {
  id: string
  opened: number
  /** The states in which it is possible, and what to say in another. */
  from: readonly ReturnState[]
  refusal: string
}

/** Runs one step of a request in a transaction, with the request locked and its version checked. */
export const stepReturn = <T>(
  db: Db,
  acting: Acting<Caller>,
  { id, opened, from, refusal }: Changing,
  step: (step: Step) => Promise<T>,
): Promise<T> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const before = await tx
      .selectFrom('return_request')
      .selectAll()
      .where('id', '=', id)
      .where(actor.isAdmin ? sql<boolean>`true` : isOwnReturn(actor))
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Return'))
    refuseStale('This return', { opened, version: before.version })
    if (!from.includes(before.state)) throw new Refusal(409, refusal)
    return step({ tx, before, record })
  })

export const writeReturn = async (
  tx: Tx,
  id: string,
  values: UpdateObject<Tables, 'return_request'>,
): Promise<void> => {
  await tx
    .updateTable('return_request')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const refuseReturn = (db: Db, config: Settings, call: CallOf<typeof returns.refuse>): Promise<void> => {
  const { __v: opened, answer } = call.body
  const when = {
    id: call.params.id,
    opened,
    from: ['requested', 'authorized', 'received'],
    refusal: 'This return is closed, so it can’t be refused.',
  } as const
  return stepReturn(db, call, when, async ({ tx, before, record }) => {
    await writeReturn(tx, before.id, { state: 'refused', answer, closed_at: sql<Date>`now()` })
    await record('return refused', ['return', before.id], { after: { number: before.number, answer } })
    await mailReturn(tx, before.id, { event: 'refused', publicUrl: config.PUBLIC_URL })
  })
}

export const cancelReturn = (db: Db, config: Settings, call: CallOf<typeof returns.cancel>): Promise<void> => {
  const when = {
    id: call.params.id,
    opened: call.body.__v,
    from: ['requested', 'authorized'],
    refusal: 'This return was received or closed, so it can’t be canceled.',
  } as const
  return stepReturn(db, call, when, async ({ tx, before, record }) => {
    await writeReturn(tx, before.id, { state: 'canceled', closed_at: sql<Date>`now()` })
    await record('return canceled', ['return', before.id], { after: { number: before.number } })
    await mailReturn(tx, before.id, { event: 'canceled', publicUrl: config.PUBLIC_URL })
  })
}

/** By hand, for a credit note that the ERP did not report or that names no order. */
export const creditReturn = (db: Db, config: Settings, call: CallOf<typeof returns.credit>): Promise<void> => {
  const { __v: opened, creditNumber } = call.body
  const when = {
    id: call.params.id,
    opened,
    from: ['authorized', 'received'],
    refusal: 'Only an authorized or received return can be credited.',
  } as const
  return stepReturn(db, call, when, async ({ tx, before, record }) => {
    await refuseOtherInvoice(tx, before, creditNumber)
    await closeReturn(tx, before, { creditNumber, record, publicUrl: config.PUBLIC_URL })
  })
}

/** A number that the ERP reported must be a released credit note of this customer, and not of another order. */
const refuseOtherInvoice = async (tx: Tx, { id, order_id: orderId }: LockedReturn, creditNumber: string) => {
  const { rows } = await sql<{ isCredit: boolean; orderId: string | null }>`
    select invoice.order_id as "orderId", ${isCreditForBusiness} as "isCredit"
    from invoice, return_request request join business on business.id = request.business_id
    where invoice.id = ${creditNumber} and request.id = ${id}`.execute(tx)
  const [found] = rows
  if (!found) return
  if (!found.isCredit)
    throw new Refusal(422, `${creditNumber} is not a released credit note of this customer.`, { field: 'creditNumber' })
  if (orderId !== null && found.orderId !== null && found.orderId !== orderId)
    throw new Refusal(422, `${creditNumber} credits another order.`, { field: 'creditNumber' })
}

interface Closing {
  creditNumber: string
  record: RecordEntry
  publicUrl: string
}

export const closeReturn = async (
  tx: Tx,
  { id, number }: Pick<LockedReturn, 'id' | 'number'>,
  { creditNumber, record, publicUrl }: Closing,
): Promise<void> => {
  await writeReturn(tx, id, { state: 'credited', credit_number: creditNumber, closed_at: sql<Date>`now()` })
  await record('return credited', ['return', id], { after: { number, creditNumber } })
  await mailReturn(tx, id, { event: 'credited', publicUrl })
}
