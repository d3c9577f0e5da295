import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { Named } from './request-shapes.ts'

const maxApprovers = 50

interface Sought {
  businessId: string
  /** Requesters never approve their own requests. */
  exceptId: string
  /** Today in the wholesaler's time zone. */
  day: string
  /** Null before the request is recorded. */
  requestId: string | null
  stepNo: number
  total: number
}

/** The terms of a recorded request. */
export const termsOfRequest = (
  asked: Pick<Row<'approval_request'>, 'id' | 'business_id' | 'asked_by' | 'step_no' | 'total_price'>,
  day: string,
): Sought => ({
  businessId: asked.business_id,
  exceptId: asked.asked_by,
  day,
  requestId: asked.id,
  stepNo: asked.step_no,
  total: asked.total_price,
})

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

/** SQL condition on `person`: a member of this step of their business, or the delegate of one. */
const belongsTo = (stepNo: RawBuilder<unknown>, day: RawBuilder<unknown>): Condition => sql<boolean>`exists (
  select from approval_step_member member
  where member.business_id = person.business_id and member.step_no = ${stepNo}
    and (member.user_id = person.id or exists (
      select from approval_deputy
      where approver_id = member.user_id and deputy_id = person.id and until >= ${day}::date)))`

interface RequestColumns {
  id: RawBuilder<unknown>
  businessId: RawBuilder<unknown>
  stepNo: RawBuilder<unknown>
  total: RawBuilder<unknown>
}

/** SQL condition on `person`: may approve the current step of a request. Without a step left, any approver may. */
const approvesNow = ({ id, businessId, stepNo, total }: RequestColumns, day: RawBuilder<unknown>): Condition =>
  sql<boolean>`(
    ${approves(day)}
    and not exists (select from approval_given where request_id = ${id} and user_id = person.id)
    and coalesce((
      select ${belongsTo(sql`due.step_no`, day)}
      from (
        select min(step_no) as step_no from approval_step
        where business_id = ${businessId} and step_no >= ${stepNo} and (over_amount is null or over_amount < ${total})
      ) due
      where due.step_no is not null
    ), true))`

const columnsOf = ({ requestId, businessId, stepNo, total }: Sought): RequestColumns => ({
  id: sql`${requestId}::uuid`,
  businessId: sql`${businessId}::uuid`,
  stepNo: sql`${stepNo}::int`,
  total: sql`${total}::numeric`,
})

/** Everyone who can approve the current step of a request. */
export const approversOf = prepareStatement(
  (_db, sought: Sought) =>
    sql<Named & { email: string }>`
      select id as "_id", name, last_name as "lastName", email
      from user_account person
      where business_id = ${sought.businessId}::uuid and id <> ${sought.exceptId}::uuid
        and ${approvesNow(columnsOf(sought), sql`${sought.day}`)}
      order by last_name, name, id limit ${sql.lit(maxApprovers)}`,
)

/** Whether a user may approve requests of their business. */
export const mayApprove = async (db: Db | Tx, person: { id: string; day: string }): Promise<boolean> =>
  (await approver(db, person)).length > 0

const approver = prepareStatement(
  (_db, { id, day }: { id: string; day: string }) =>
    sql`select from user_account person where id = ${id}::uuid and ${approves(sql`${day}`)}`,
)

/** Whether a user may approve the current step of this request of their business. */
export const mayApproveNow = async (db: Db | Tx, id: string, sought: Sought): Promise<boolean> => {
  const { rows } = await sql`
    select from user_account person
    where id = ${id}::uuid and id <> ${sought.exceptId}::uuid
      and ${approvesNow(columnsOf(sought), sql`${sought.day}`)}`.execute(db)
  return rows.length > 0
}

/** SQL condition on `request`: this user may approve its current step. */
export const isForApprover = (userId: string, day: string): Condition => sql<boolean>`exists (
  select from user_account person
  where person.id = ${userId}::uuid and ${approvesNow(
    {
      id: sql`request.id`,
      businessId: sql`request.business_id`,
      stepNo: sql`request.step_no`,
      total: sql`request.total_price`,
    },
    sql`${day}`,
  )})`

/** Whether a step that an order of this total needs has no approver other than the requester. */
export const hasEmptyStep = async (
  tx: Tx,
  { businessId, exceptId, day, total }: Pick<Sought, 'businessId' | 'exceptId' | 'day' | 'total'>,
): Promise<boolean> => {
  const { rows } = await sql`
    select from approval_step step
    where business_id = ${businessId}::uuid and (over_amount is null or over_amount < ${total}::numeric)
      and not exists (
        select from user_account person
        where person.business_id = step.business_id and person.id <> ${exceptId}::uuid
          and ${approves(sql`${day}`)} and ${belongsTo(sql`step.step_no`, sql`${day}`)})
    limit 1`.execute(tx)
  return rows.length > 0
}

/** The step after the current one; null if the current one is the last. */
export const stepAfter = async (db: Db | Tx, { businessId, stepNo, total }: Sought): Promise<number | null> => {
  const steps = await db
    .selectFrom('approval_step')
    .select('step_no')
    .where('business_id', '=', businessId)
    .where('step_no', '>=', stepNo)
    .where((at) => at.or([at('over_amount', 'is', null), at('over_amount', '<', total)]))
    .orderBy('step_no')
    .limit(2)
    .execute()
  return steps[1]?.step_no ?? null
}
