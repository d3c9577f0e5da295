import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Named } from './request-shapes.ts'

const maxApprovers = 50

interface Sought {
  businessId: string
  /** Requesters never approve their own requests. */
  exceptId: string
  /** Today in the wholesaler's time zone. */
  day: string
}

/**
 * SQL condition on `person`: an approver, a manager, or a buyer whom one of them delegated to through this day or
 * later.
 */
const approves = (day: RawBuilder<unknown>): Condition => sql<boolean>`(
  person.is_active and person.deleted_at is null and not person.is_admin and not person.is_sales_rep and (
    person.buying_role in ('approver', 'manager')
    or person.buying_role = 'buyer' and exists (
      select from approval_deputy join user_account approver on approver.id = approver_id
      where deputy_id = person.id and until >= ${day}::date and approver.business_id = person.business_id
        and approver.is_active and approver.deleted_at is null and approver.buying_role in ('approver', 'manager')
    )
  ))`

/** Everyone who can approve for a business. */
export const approversOf = (db: Db | Tx, sought: Sought): Promise<(Named & { email: string })[]> =>
  approvers(db, sought)

const approvers = prepareStatement(
  (_db, { businessId, exceptId, day }: Sought) =>
    sql<Named & { email: string }>`
      select id as "_id", name, last_name as "lastName", email
      from user_account person
      where business_id = ${businessId}::uuid and id <> ${exceptId}::uuid and ${approves(sql`${day}`)}
      order by last_name, name, id limit ${sql.lit(maxApprovers)}`,
)

/** Whether a user may approve requests of their business. */
export const mayApprove = async (db: Db | Tx, person: { id: string; day: string }): Promise<boolean> =>
  (await approver(db, person)).length > 0

const approver = prepareStatement(
  (_db, { id, day }: { id: string; day: string }) =>
    sql`select from user_account person where id = ${id}::uuid and ${approves(sql`${day}`)}`,
)
