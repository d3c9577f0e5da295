import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'

export interface Approver {
  _id: string
  name: string
  lastName: string
  email: string
}

const mostApprovers = 50

interface Sought {
  businessId: string
  /** Nobody approves what he asked for himself. */
  exceptId: string
  /** The day it is where the wholesaler is. */
  day: string
}

/** Who may approve for a business: its approvers and managers, and whom one of them named deputy until this day or later. */
export const approversOf = (db: Db | Tx, sought: Sought): Promise<Approver[]> => approvers(db, sought)

const approvers = prepareStatement(
  (_db, { businessId, exceptId, day }: Sought) =>
    sql<Approver>`
      select id as "_id", name, last_name as "lastName", email
      from user_account person
      where business_id = ${businessId}::uuid and id <> ${exceptId}::uuid and is_active and deleted_at is null
        and not is_admin and not is_sales_rep and (
          buying_role in ('approver', 'manager')
          or buying_role = 'buyer' and exists (
            select from approval_deputy join user_account approver on approver.id = approver_id
            where deputy_id = person.id and until >= ${day}::date and approver.business_id = person.business_id
              and approver.is_active and approver.deleted_at is null and approver.buying_role in ('approver', 'manager')
          )
        )
      order by last_name, name, id limit ${sql.lit(mostApprovers)}`,
)
