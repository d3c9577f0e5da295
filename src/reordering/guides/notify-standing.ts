import { sql } from 'kysely'
import { isScheduleUnknown } from '#catalog/check-schedule.ts'
import { queueMails } from '#mail/send-mail.ts'
import { calendarFrom } from '#ordering-rules/delivery/find-arrivals.ts'
import { extendOverClosed } from '#ordering-rules/delivery/promise-arrival.ts'
import { recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { businessDay } from '#shared/business-day.ts'
import { pausedOrderEmail, standingOrderEmail } from '../compose-emails.ts'
import { isSoldTo, mayPlaceFor } from './queries.ts'

export const standingOrderKind = 'reordering.notify-standing'

type Settings = Pick<Config, 'BUSINESS_TIME_ZONE' | 'PUBLIC_URL' | 'REQUIRE_LICENSE'>

/** Emails go out in the morning, not at midnight. */
const sixHours = 6 * 3_600_000
const batchSize = 100

/**
 * Asks for each standing order that is due, exactly once: the email and the next day are one transaction, and another
 * worker skips what this one has locked. A standing order whose user can no longer order is paused instead, and the
 * managers of the business, or without one its other buyers, are emailed.
 */
export const notifyStanding = async (db: Db, config: Settings, now = new Date()): Promise<void> => {
  const today = businessDay(config.BUSINESS_TIME_ZONE, new Date(now.getTime() - sixHours))
  const { calendar } = await calendarFrom(db, today)
  const until = extendOverClosed(calendar, today)
  let count = batchSize
  while (count === batchSize) count = await transaction(db, (tx) => notifyBatch(tx, { until, config }))
}

interface Due {
  id: string
  businessId: string
  name: string
  everyWeeks: number
  nextDay: string
  countLines: number
  countBlocked: number
  /** Empty for the business’s own. */
  shipTo: string
  isShipToGone: boolean
  mayOrder: boolean
  email: string
  userName: string
  userLastName: string
}

const notifyBatch = async (tx: Tx, { until, config }: { until: string; config: Settings }): Promise<number> => {
  const { rows } = await sql<Due>`
    select schedule.guide_id as id, guide.business_id as "businessId", guide.name, every_weeks as "everyWeeks", next_day::text as "nextDay",
      lines.count as "countLines", lines.blocked as "countBlocked",
      coalesce(concat_ws(', ', ship_to.name, ship_to.city, ship_to.state), '') as "shipTo",
      ship_to.id is not null and (ship_to.verified_at is null or ship_to.removed_at is not null) as "isShipToGone",
      ${mayPlaceFor(sql`guide.business_id`)} and business.status = 'active' as "mayOrder",
      person.email, person.name as "userName", person.last_name as "userLastName"
    from guide_schedule schedule
    join order_guide guide on guide.id = schedule.guide_id
    join business on business.id = guide.business_id
    join user_account person on person.id = schedule.user_id
    left join ship_to on ship_to.id = schedule.ship_to_id
    cross join lateral (
      select count(*)::integer as count, (count(*) filter (where product.dea_schedule = 'CII' or product.is_on_hold
        or (${config.REQUIRE_LICENSE}::boolean and ${isScheduleUnknown}) or not (${isSoldTo(sql`guide.business_id`)})))::integer as blocked
      from order_guide_line line join product on product.id = line.product_id where line.guide_id = guide.id
    ) lines
    where not schedule.is_paused and schedule.next_day <= ${until}::date
    order by schedule.next_day, schedule.guide_id limit ${sql.lit(batchSize)}
    for update of schedule skip locked`.execute(tx)
  if (rows.length === 0) return 0
  const stopped = rows.filter(({ mayOrder }) => !mayOrder)
  const paused = stopped.map(({ id }) => id)
  await sql`
    update guide_schedule set version = version + 1, is_paused = guide_id = any(${paused}::uuid[]),
      next_day = case when guide_id = any(${paused}::uuid[]) then next_day
        else next_day + every_weeks * 7 * ((${until}::date - next_day) / (every_weeks * 7) + 1) end
    where guide_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
  const asked = rows.filter(({ mayOrder, countLines }) => mayOrder && countLines > 0)
  await queueMails(
    tx,
    asked.map((due) => standingOrderEmail(due, config.PUBLIC_URL)),
  )
  const colleagues = await colleaguesIn(
    tx,
    stopped.map(({ businessId }) => businessId),
  )
  await queueMails(
    tx,
    stopped.flatMap((due) =>
      colleagues
        .filter(({ businessId }) => businessId === due.businessId)
        .map((colleague) => pausedOrderEmail(due, colleague, config.PUBLIC_URL)),
    ),
  )
  const record = recorderIn(tx)
  for (const id of paused)
    await record('standing order paused', ['order guide', id], { after: { reason: 'Its user can no longer order.' } })
  return rows.length
}

const mostColleagues = 20

/** The managers of active businesses, or the other users who may order if there is no manager. */
const colleaguesIn = async (tx: Tx, businessIds: readonly string[]) => {
  const { rows } = await sql<{ businessId: string; email: string; name: string }>`
    select business_id as "businessId", email, name from (
      select person.*, rank() over by_role as rank, row_number() over by_role as place
      from user_account person join business on business.id = person.business_id and business.status = 'active'
      where person.business_id = any(${[...new Set(businessIds)]}::uuid[]) and ${mayPlaceFor(sql`person.business_id`)}
        and not is_admin and not is_sales_rep
      window by_role as (partition by person.business_id order by (buying_role = 'manager') desc)
    ) colleague
    where rank = 1 and place <= ${sql.lit(mostColleagues)}
    order by id`.execute(tx)
  return rows
}
