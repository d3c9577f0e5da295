import { sql } from 'kysely'
import { checkSupply, type SupplyHoldKind, type SupplyLine } from '#compliance/check-supply.ts'
import { readLicenses } from '#compliance/licenses/read-licenses.ts'
import { makeSupply, supplyRulesOf } from '#compliance/make-supply.ts'
import type { ActedBy } from '#platform/act.ts'
import { recordAll } from '#platform/record-entry.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { Config } from '#platform/config.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { stateCode } from '#shared/us-states.ts'
import { joinByKind, type OrderHold } from './join-reasons.ts'
import { exportJob } from './queue-export.ts'

interface Rechecking {
  /** Null for the orders of all businesses, after a change of our own licenses. */
  businessId: string | null
  by: ActedBy
}

/** Bounds the memory; a change of our own licenses concerns the orders of all businesses. */
const ordersPerBatch = 500

/**
 * Checks the orders on hold again after a license or ship-to address changed, oldest first. A hold of the supply check
 * ends when its reason is gone; an order without open holds is exported. The number of statements does not depend on the
 * number of orders of a batch.
 */
export const recheckHolds = async (tx: Tx, config: Config, { businessId, by }: Rechecking): Promise<void> => {
  let after: string | null = null
  for (;;) {
    const orders: OnHoldOrder[] = await lockOnHold(tx, businessId, after)
    if (orders.length === 0) return
    await recheckOrders(tx, config, { orders, by })
    after = orders.at(-1)?.id ?? null
  }
}

const lockOnHold = (tx: Tx, businessId: string | null, after: string | null): Promise<OnHoldOrder[]> =>
  tx
    .selectFrom('sales_order')
    .select(['id', 'user_id', 'business_id', 'ship_to_id', 'ship_region'])
    .where('erp_state', '=', 'held')
    .where('deleted_at', 'is', null)
    .$if(businessId !== null, (query) => query.where('business_id', '=', businessId))
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(ordersPerBatch)
    .forUpdate()
    .execute()

/** Ends the hold of an order whose review was dispelled; what it may need else is checked again. */
export const endReviewHold = (tx: Tx, config: Config, rechecking: RecheckingOne): Promise<void> =>
  recheckOrder(tx, config, { ...rechecking, ending: 'review' })

interface RecheckingOne {
  orderId: string
  by: ActedBy
  ending?: 'review' | 'quarantine'
}

/** Checks one order on hold again, as after its lines were lowered. */
export const recheckOrder = async (tx: Tx, config: Config, { orderId, ...how }: RecheckingOne): Promise<void> => {
  const order = await tx
    .selectFrom('sales_order')
    .select(['id', 'user_id', 'business_id', 'ship_to_id', 'ship_region'])
    .where('id', '=', orderId)
    .where('erp_state', '=', 'held')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (order) await recheckOrders(tx, config, { orders: [order], ...how })
}

export type OnHoldOrder = Pick<Row<'sales_order'>, 'id' | 'user_id' | 'business_id' | 'ship_to_id' | 'ship_region'>

const supplyKinds: readonly string[] = ['license', 'ship-to', 'registration'] satisfies SupplyHoldKind[]

interface Recheck {
  orders: OnHoldOrder[]
  by: ActedBy
  /** A hold of the orders whose own act ends it: a review that was dispelled, or products that are sold again. */
  ending?: 'review' | 'quarantine'
}

/** Checks locked orders on hold again. */
export const recheckOrders = async (tx: Tx, config: Config, { orders, by, ending }: Recheck) => {
  const reasonsOf = await reasonsToHold(tx, config, orders)
  const holds = Map.groupBy(await openHolds(tx, orders), (hold) => hold.order_id)
  const checked = orders.map((order) => {
    const reasons = new Map<string, OrderHold>(reasonsOf(order).map((hold) => [hold.kind, hold]))
    const open = holds.get(order.id) ?? []
    const ended = open.filter(({ kind }) => kind === ending || (supplyKinds.includes(kind) && !reasons.has(kind)))
    const added = [...reasons.values()].filter(({ kind }) => open.every((hold) => hold.kind !== kind))
    const changed = open.flatMap(({ id, kind, reason }) => {
      const now = reasons.get(kind)?.reason ?? reason
      return now === reason ? [] : [{ id, reason: now }]
    })
    return {
      order,
      ended,
      added,
      changed,
      isReleased: ended.length > 0 && ended.length === open.length && added.length === 0,
    }
  })
  await writeHolds(tx, checked)
  const released = checked.flatMap(({ order, isReleased }) => (isReleased ? [order.id] : []))
  if (released.length > 0) {
    await tx.updateTable('sales_order').set({ erp_state: 'waiting' }).where('id', 'in', released).execute()
    await enqueue(tx, ...released.map(exportJob))
  }
  await recordAll(
    tx,
    checked
      .filter(({ ended }) => ended.length > 0)
      .map(({ order, ended, isReleased }) => ({
        actorId: by.user?._id ?? null,
        onBehalfOf: order.user_id,
        action: isReleased ? 'order released' : 'hold ended',
        entity: 'sales order',
        entityId: order.id,
        before: { held: ended.map(({ reason }) => reason).join(' ') },
        request: by.request,
      })),
  )
}

const openHolds = (tx: Tx, orders: readonly OnHoldOrder[]) =>
  tx
    .selectFrom('order_hold')
    .select(['id', 'order_id', 'kind', 'reason'])
    .where('order_id', 'in', idsOf(orders))
    .where('ended_at', 'is', null)
    .execute()

interface Checked {
  order: OnHoldOrder
  ended: { id: string }[]
  added: OrderHold[]
  changed: { id: string; reason: string }[]
}

const writeHolds = async (tx: Tx, checked: readonly Checked[]): Promise<void> => {
  const added = checked.flatMap(({ order, added: holds }) =>
    holds.map(({ kind, reason }) => ({ id: newId(), order_id: order.id, kind, reason })),
  )
  const changed = checked.flatMap((each) => each.changed)
  const ended = checked.flatMap((each) => idsOf(each.ended))
  if (added.length > 0) await tx.insertInto('order_hold').values(added).execute()
  if (changed.length > 0)
    await sql`update order_hold set reason = now.reason
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as now (id uuid, reason text)
      where order_hold.id = now.id`.execute(tx)
  if (ended.length > 0)
    await tx
      .updateTable('order_hold')
      .set({
        ended_at: sql<Date>`now()`,
        end_reason: sql<string>`case kind when 'review' then 'The review is closed.'
          when 'quarantine' then 'The products are sold again.'
          else 'The license or registration is on record.' end`,
      })
      .where('id', 'in', ended)
      .execute()
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** A refused line of an order on hold keeps it on hold. */
const reasonsToHold = async (tx: Tx, config: Config, orders: readonly OnHoldOrder[]) => {
  const rules = supplyRulesOf(config)
  const businessIds = [...new Set(orders.flatMap(({ business_id }) => business_id ?? []))]
  const { own, ofBusiness } = await readLicenses(tx, businessIds)
  const shipToIds = [...new Set(orders.flatMap(({ ship_to_id }) => ship_to_id ?? []))]
  const addresses = await tx
    .selectFrom('ship_to')
    .selectAll()
    .where('id', '=', sql<string>`any(${shipToIds}::uuid[])`)
    .execute()
  const shipTos = new Map(addresses.map((address) => [address.id, address]))
  const lines = Map.groupBy(await linesOf(tx, idsOf(orders)), ({ orderId }) => orderId)
  return ({ id, business_id: businessId, ship_to_id, ship_region }: OnHoldOrder): OrderHold[] => {
    const shipTo = shipTos.get(ship_to_id ?? '') ?? null
    const state = stateCode(shipTo?.state ?? ship_region)
    const licenses = [
      ...own.filter((license) => ['', state].includes(license.state)),
      ...(businessId === null ? [] : (ofBusiness.get(businessId) ?? [])),
    ]
    return joinByKind(checkSupply(lines.get(id) ?? [], makeSupply({ shipTo, state, licenses }, rules), rules))
  }
}

/** With the facts of the placement, and the current ones where none were recorded. */
const linesOf = async (tx: Tx, orderIds: string[]): Promise<(SupplyLine & { orderId: string })[]> => {
  const { rows } = await sql<SupplyLine & { orderId: string }>`
    select order_id as "orderId", coalesce(product_id::text, '') as "productId", line.name,
      coalesce(ndc_key, '') <> '' as "hasNdc", coalesce(line.dispensing, product.dispensing, '') as dispensing,
      coalesce(line.dea_schedule, product.dea_schedule, '') as "deaSchedule",
      coalesce(line.state_schedule, '') as "stateSchedule", true as "isScheduleKnown",
      line.is_narcotic as "isNarcotic", coalesce(line.is_list_one, false) as "isListOne"
    from order_line line left join product on product.id = line.product_id
    where order_id = any(${orderIds}::uuid[]) and quantity > cancelled_quantity order by order_id, line_no`.execute(tx)
  return rows
}
