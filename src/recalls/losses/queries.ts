import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Condition, Expression } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import { recallPageOf, pageSize } from '../queries.ts'
import type { LossRow } from './loss-shapes.ts'

type View = 'open' | 'closed'

const views: Record<View, { where: Condition; by: Expression }> = {
  open: { where: sql<boolean>`closed_at is null`, by: sql`dea_due, id` },
  closed: { where: sql<boolean>`closed_at is not null`, by: sql`reported_at desc, id` },
}

export const pageOfLosses = async (db: Db, { page, view }: { page: number; view: View }) => {
  const { where, by } = views[view]
  const { rows } = await sql<z.input<typeof LossRow>>`
    select loss.id as "_id", product_name as "productName", kind, loss.quantity, reported_at as "reportedAt",
      closed_at is not null as "isClosed", dea_schedule as "deaSchedule", loss.cold_status as "coldStatus",
      coalesce(business.name, trim(reporter.name || ' ' || reporter.last_name)) as customer,
      trim(reporter.name || ' ' || reporter.last_name) as "reportedBy", loss.order_id as "orderId",
      sales_order.erp_id as "orderIdSap", invoice_id as "invoiceId", note,
      dea_due::text as "deaDue", form_due::text as "formDue", dea_notified_on::text as "deaNotifiedOn",
      form_filed_on::text as "formFiledOn", form_number as "formNumber", conclusion, loss.version as "__v"
    from (select * from loss_report where ${where} order by ${by}
      limit ${pageSize + 1} offset ${(page - 1) * pageSize}) loss
      join user_account reporter on reporter.id = reported_by
      left join sales_order on sales_order.id = loss.order_id
      left join business on business.id = coalesce(sales_order.business_id, reporter.business_id)
    order by ${view === 'open' ? sql`dea_due, loss.id` : sql`reported_at desc, loss.id`}`.execute(db)
  return recallPageOf(rows)
}
