import { sql } from 'kysely'
import { isScheduleKnown } from '#catalog/check-schedule.ts'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import { onHoldByWholesaler } from '#catalog/order-quantity.ts'
import { checkSupply, supplyLineOf } from '#compliance/check-supply.ts'
import { licensesOf } from '#compliance/licenses/read-licenses.ts'
import { makeSupply, supplyRulesOf } from '#compliance/make-supply.ts'
import { stateScheduleOf } from '#compliance/schedules/read-state-schedule.ts'
import type { Config } from '#platform/config.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { stateCode } from '#shared/us-states.ts'

interface Substituting {
  order: Pick<Row<'sales_order'>, 'business_id' | 'ship_to_id' | 'ship_region'>
  /** The NDC or item number in the ERP. */
  slug: string
}

/** Why the ship-to address of the order may not get this product, or empty; null if the product is not in the catalog. */
export const substituteProblem = async (
  tx: Tx,
  config: Config,
  { order, slug }: Substituting,
): Promise<string | null> => {
  if (slug === '') return null
  const rules = supplyRulesOf(config)
  const shipTo = order.ship_to_id
    ? await tx.selectFrom('ship_to').selectAll().where('id', '=', order.ship_to_id).executeTakeFirstOrThrow()
    : null
  const state = stateCode(shipTo?.state ?? order.ship_region)
  const key = ndcKey(slug)
  const product = await tx
    .selectFrom('product')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('ndc_number', '=', slug),
        ...(key ? [eb.and([eb('ndc_key', '=', key), eb('is_item_number', '=', false)])] : []),
      ]),
    )
    .select(['id', 'name', 'ndc_key', 'dispensing', 'dea_schedule', 'is_narcotic', 'is_list_one', 'is_on_hold'])
    .select(isScheduleKnown.as('isScheduleKnown'))
    .select(stateScheduleOf(sql`${state}::text`, sql`${rules.today}::date`).as('state_schedule'))
    .select(licensesOf(sql`${order.business_id}::uuid`, sql`${state}::text`).as('licenses'))
    .orderBy(sql`ndc_number = ${slug}`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!product) return null
  if (product.is_on_hold) return onHoldByWholesaler
  const supply = makeSupply({ shipTo, state, licenses: product.licenses }, rules)
  return [...new Set(checkSupply([supplyLineOf(product)], supply, rules).map(({ reason }) => reason))].join(' ')
}
