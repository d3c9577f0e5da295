import { type RawBuilder, sql } from 'kysely'
import type { Expression } from '#platform/db/conditions.ts'
import type { Row, Tx } from '#platform/db/tables.ts'

/** A license as the supply check reads it. */
export interface LicenseFacts {
  /** One of our own licenses. */
  isOwn: boolean
  /** Of our own; empty if it is for all our warehouses. */
  warehouse: string
  /** The license that screens of the customer show. */
  isFirst: boolean
  shipToId: string | null
  kind: Row<'license'>['kind']
  /** Two letters; empty if unknown or federal. */
  state: string
  schedules: readonly string[]
  expiresOn: string | null
  status: Row<'license'>['status']
  renewalFiledOn: string | null
}

/** As JSON, so that the statement that locks an order's products also reads them. Our own ones are of one State. */
export const licensesOf = (business: Expression, state: Expression): RawBuilder<LicenseFacts[]> => sql<LicenseFacts[]>`(
  select coalesce(json_agg(json_build_object('isOwn', business_id is null, 'warehouse', warehouse, 'isFirst', place is not null,
    'shipToId', ship_to_id, 'kind', kind, 'state', license.state, 'schedules', schedules, 'expiresOn', expires_on,
    'status', license.status, 'renewalFiledOn', renewal_filed_on)), '[]')
  from license
  where removed_at is null and (ship_to_id is null or number <> '')
    and (business_id = ${business} or (business_id is null and license.state in ('', ${state}))))`

/** Our own licenses, and those of these businesses by their id. */
export const readLicenses = async (
  tx: Tx,
  businessIds: readonly string[],
): Promise<{ own: LicenseFacts[]; ofBusiness: ReadonlyMap<string, LicenseFacts[]> }> => {
  const rows = await tx
    .selectFrom('license')
    .select([
      'business_id as businessId',
      sql<boolean>`business_id is null`.as('isOwn'),
      sql<boolean>`place is not null`.as('isFirst'),
      'warehouse',
      'ship_to_id as shipToId',
      'kind',
      'state',
      'schedules',
      'expires_on as expiresOn',
      'status',
      'renewal_filed_on as renewalFiledOn',
    ])
    .where('removed_at', 'is', null)
    .where(sql<boolean>`(ship_to_id is null or number <> '')`)
    .where(sql<boolean>`(business_id is null or business_id = any(${businessIds}::uuid[]))`)
    .execute()
  const ofBusiness = Map.groupBy(rows, ({ businessId }) => businessId ?? '')
  return { own: ofBusiness.get('') ?? [], ofBusiness }
}
