import { sql } from 'kysely'
import { checkSupply, type SupplyHoldKind, type SupplyLine } from '#compliance/check-supply.ts'
import { readLicenses } from '#compliance/licenses/read-licenses.ts'
import { makeSupply, supplyRulesOf } from '#compliance/make-supply.ts'
import { type ActedBy, recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { stateCode } from '#shared/us-states.ts'
import { joinByKind, type OrderHold } from './join-reasons.ts'
import { queueExport } from './queue-export.ts'

interface Rechecking {
  /** Null for the orders of all businesses, after a change of our own licenses. */
  businessId: string | null
  by: ActedBy
}

/**
 * Checks the orders on hold again after a license or ship-to address changed, oldest first. A hold of the supply check
 * ends when its reason is gone; an order without open holds is exported.
 */
export const recheckHolds = async (tx: Tx, config: Config, { businessId, by }: Rechecking): Promise<void> => {
  const orders = await tx
    .selectFrom('sales_order')
    .select(['id', 'user_id', 'business_id', 'ship_to_id', 'ship_region'])
    .where('erp_state', '=', 'held')
    .where('deleted_at', 'is', null)
    .$if(businessId !== null, (query) => query.where('business_id', '=', businessId))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const order of orders) await recheckOrder(tx, config, { order, by })
}

/** Ends the hold of an order whose review was dispelled; what it may need else is checked again. */
export const endReviewHold = async (
  tx: Tx,
  config: Config,
  { orderId, by }: { orderId: string; by: ActedBy },
): Promise<void> => {
  const order = await tx
    .selectFrom('sales_order')
    .select(['id', 'user_id', 'business_id', 'ship_to_id', 'ship_region'])
    .where('id', '=', orderId)
    .where('erp_state', '=', 'held')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (order) await recheckOrder(tx, config, { order, by, isDispelled: true })
}

type OnHoldOrder = Pick<Row<'sales_order'>, 'id' | 'user_id' | 'business_id' | 'ship_to_id' | 'ship_region'>

const supplyKinds: readonly SupplyHoldKind[] = ['license', 'ship-to', 'registration']

interface Recheck {
  order: OnHoldOrder
  by: ActedBy
  /** The review of the order found no reason to report it. */
  isDispelled?: boolean
}

const recheckOrder = async (tx: Tx, config: Config, { order, by, isDispelled = false }: Recheck) => {
  const reasons = new Map((await reasonsToHold(tx, config, order)).map(({ kind, reason }) => [kind, reason]))
  const open = await tx
    .selectFrom('order_hold')
    .select(['id', 'kind', 'reason'])
    .where('order_id', '=', order.id)
    .where('ended_at', 'is', null)
    .execute()
  const ended = open.filter(
    ({ kind }) => (isDispelled && kind === 'review') || supplyKinds.some((each) => each === kind && !reasons.has(each)),
  )
  const added = [...reasons].filter(([kind]) => open.every((hold) => hold.kind !== kind))
  for (const [kind, reason] of added)
    await tx.insertInto('order_hold').values({ id: newId(), order_id: order.id, kind, reason }).execute()
  for (const { id, kind, reason } of open) {
    const now = supplyKinds.flatMap((each) => (each === kind ? (reasons.get(each) ?? []) : []))[0]
    if (now !== undefined && now !== reason)
      await tx.updateTable('order_hold').set({ reason: now }).where('id', '=', id).execute()
  }
  if (ended.length === 0) return
  await tx
    .updateTable('order_hold')
    .set({
      ended_at: sql<Date>`now()`,
      end_reason: sql<string>`case kind when 'review' then 'The review is closed.'
        else 'The license or registration is on record.' end`,
    })
    .where(
      'id',
      'in',
      ended.map(({ id }) => id),
    )
    .execute()
  const isReleased = open.length === ended.length && added.length === 0
  if (isReleased) {
    await tx.updateTable('sales_order').set({ erp_state: 'waiting' }).where('id', '=', order.id).execute()
    await queueExport(tx, order.id)
  }
  await recorderIn(tx, by)(isReleased ? 'order released' : 'hold ended', ['sales order', order.id], {
    onBehalfOf: order.user_id,
    before: { held: ended.map(({ reason }) => reason).join(' ') },
  })
}

/** A refused line of an order on hold keeps it on hold. */
const reasonsToHold = async (tx: Tx, config: Config, order: OnHoldOrder): Promise<OrderHold[]> => {
  const { id, business_id: businessId, ship_to_id: shipToId, ship_region: state } = order
  const shipTo = shipToId
    ? ((await tx.selectFrom('ship_to').selectAll().where('id', '=', shipToId).executeTakeFirst()) ?? null)
    : null
  const licenses = await readLicenses(tx, { businessId, state: stateCode(shipTo?.state ?? state) })
  const rules = supplyRulesOf(config)
  return joinByKind(checkSupply(await linesOf(tx, id), makeSupply({ shipTo, state, licenses }, rules), rules))
}

/** With the facts of the placement, and the current ones where none were recorded. */
const linesOf = async (tx: Tx, orderId: string): Promise<SupplyLine[]> => {
  const { rows } = await sql<SupplyLine>`
    select coalesce(product_id::text, '') as "productId", line.name, coalesce(ndc_key, '') <> '' as "hasNdc",
      coalesce(line.dispensing, product.dispensing, '') as dispensing,
      coalesce(line.dea_schedule, product.dea_schedule, '') as "deaSchedule", true as "isScheduleKnown",
      line.is_narcotic as "isNarcotic", coalesce(line.is_list_one, false) as "isListOne"
    from order_line line left join product on product.id = line.product_id where order_id = ${orderId} order by line_no`.execute(
    tx,
  )
  return rows
}
