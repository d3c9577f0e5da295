import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { isOwnOrder, visibleOwner } from '#customers/business/own-records.ts'
import { act } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { anyOf } from '#platform/db/conditions.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { grouped } from '#shared/number-words.ts'
import { substituteProblem } from './check-substitute.ts'
import type { fulfillment } from './contract.ts'
import { findShippedSubstitutes } from './find-shipped.ts'
import type { AskedSubstitute, SubstituteAnswer } from './substitute-shapes.ts'

/** The clerks' list of exceptions, which is in a room above. */
export interface ExceptionPorts {
  reportException: (tx: Tx, exception: { key: string; orderId: string; message: string }) => Promise<boolean>
  /** Closes an exception that an answer resolved. */
  closeException: (tx: Tx, key: string, closedBy: string) => Promise<void>
}

const shippedMessage = 'This substitute has already shipped. You can return what you do not want.'

/** The order completes when everything has shipped, also where the ERP sends no parcels; then a no cancels nothing. */
const shippedOf = async (db: Db | Tx, { id, erp_status }: { id: string; erp_status: string | null }) =>
  erp_status === '3' ? () => true : findShippedSubstitutes(db, id)

export const substituteKey = (id: string): string => `substitute ${id}`

const isVisible = (caller: Caller) =>
  anyOf([sql<boolean>`${caller.isAdmin}::boolean`, isOwnOrder(visibleOwner(caller))])

/** The substitutes of an order that need the buyer's yes, oldest first; withdrawn ones are omitted. */
export const listSubstitutes = async (
  db: Db,
  caller: Caller,
  orderId: string,
): Promise<z.input<typeof AskedSubstitute>[]> => {
  const order = await db
    .selectFrom('sales_order')
    .select(['id', 'erp_status', 'is_cancelled', 'deleted_at'])
    .where('sales_order.id', '=', orderId)
    .where(isVisible(caller))
    .executeTakeFirstOrThrow(() => notFound('Order'))
  if (order.is_cancelled || order.deleted_at !== null) return []
  const asked = await db
    .selectFrom('substitute_answer as asked')
    .innerJoin('order_line as line', (join) =>
      join.onRef('line.order_id', '=', 'asked.order_id').onRef('line.line_no', '=', 'asked.line_no'),
    )
    .leftJoin('user_account as person', 'person.id', 'asked.answered_by')
    .where('asked.order_id', '=', orderId)
    .where('asked.ended_at', 'is', null)
    .orderBy('asked.asked_at')
    .orderBy('asked.id')
    .select(['asked.id', 'line.name as ordered', 'asked.name', 'asked.slug', 'asked.quantity', 'asked.reasons'])
    .select(['asked.line_no as lineNo', 'asked.item'])
    .select(['asked.cold_status as coldStatus', 'asked.dea_schedule as deaSchedule'])
    .select(['asked.asked_at as askedAt', 'asked.answer', 'asked.answered_at as answeredAt'])
    .select(sql<string>`coalesce(trim(person.name || ' ' || person.last_name), '')`.as('answeredBy'))
    .limit(500)
    .execute()
  const isShipped = await shippedOf(db, order)
  // Nothing is asked about what has shipped.
  return asked
    .filter(({ answer, lineNo, item }) => answer !== null || !isShipped(lineNo, item))
    .map(({ lineNo: _, item: __, ...one }) => one)
}

/**
 * Records the buyer's answer, once, and hands it to the clerks: ByDesign has no field for it. The order is locked like in
 * a sync, so the answer meets either the substitute or its withdrawal. Nobody accepts what the ship-to address may not
 * get.
 */
export const answerSubstitute = (
  db: Db,
  { config, ports }: { config: Config; ports: ExceptionPorts },
  call: CallOf<typeof fulfillment.answerSubstitute>,
): Promise<SubstituteAnswer> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { answer } = call.body
    const order = await tx
      .selectFrom('sales_order')
      .select(['id', 'erp_id', 'erp_status', 'user_id', 'is_cancelled', 'deleted_at'])
      .select(['business_id', 'ship_to_id', 'ship_region'])
      .where('id', '=', (query) =>
        query.selectFrom('substitute_answer').select('order_id').where('substitute_answer.id', '=', call.params.id),
      )
      .where(isVisible(call.user))
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Substitute'))
    const asked = await tx
      .selectFrom('substitute_answer')
      .innerJoin('order_line', (join) =>
        join
          .onRef('order_line.order_id', '=', 'substitute_answer.order_id')
          .onRef('order_line.line_no', '=', 'substitute_answer.line_no'),
      )
      .where('substitute_answer.id', '=', call.params.id)
      .select([
        'substitute_answer.line_no',
        'item',
        'substitute_answer.slug',
        'substitute_answer.name',
        'substitute_answer.quantity',
      ])
      .select(['answer', 'ended_at', 'order_line.name as ordered'])
      .executeTakeFirstOrThrow(() => notFound('Substitute'))
    if (order.is_cancelled || order.deleted_at !== null) throw new Refusal(409, 'This order was canceled.')
    if (asked.ended_at !== null) throw new Refusal(409, 'The wholesaler withdrew this substitute.')
    if (asked.answer !== null)
      throw new Refusal(409, `This substitute was already ${asked.answer === 'yes' ? 'accepted' : 'declined'}.`)
    const isShipped = await shippedOf(tx, order)
    if (isShipped(asked.line_no, asked.item)) throw new Refusal(409, shippedMessage)
    const problem = answer === 'yes' ? await substituteProblem(tx, config, { order, slug: asked.slug }) : ''
    if (problem) throw new Refusal(409, `${problem} Decline this substitute, or contact us.`)
    await tx
      .updateTable('substitute_answer')
      .where('id', '=', call.params.id)
      .set({ answer, answered_by: actor._id, answered_at: sql<Date>`now()` })
      .execute()
    await record('substitute answered', ['sales order', order.id], {
      onBehalfOf: order.user_id,
      before: { ordered: asked.ordered },
      after: { substitute: asked.name, slug: asked.slug, quantity: asked.quantity, answer },
    })
    const by = await tx
      .selectFrom('user_account')
      .where('id', '=', actor._id)
      .select(sql<string>`trim(name || ' ' || last_name)`.as('name'))
      .executeTakeFirst()
    const what = `${grouped(asked.quantity)} × ${asked.name} (${asked.slug}) instead of ${asked.ordered}`
    await ports.closeException(tx, substituteKey(call.params.id), actor._id)
    await ports.reportException(tx, {
      key: `answer ${call.params.id}`,
      orderId: order.id,
      message:
        answer === 'yes'
          ? `Order ${order.erp_id}, item ${asked.item}: ${by?.name} accepted ${what}. ${problem === null ? 'It is not in the catalog: check its schedule and the licenses before it ships.' : 'It may ship.'}`
          : `To be canceled in the ERP: order ${order.erp_id}, item ${asked.item}. ${by?.name} declined ${what}.`,
    })
    return answer
  })
