import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { act } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { monitoring } from './contract.ts'
import type { StatisticsRow } from './review-shapes.ts'

const pageSize = 50

/** The customers that bought narcotics in the last four full quarters, by quarter, newest first. */
export const pageOfStatistics = async (
  db: Db,
  { page, state }: { page: number; state: 'due' | 'reviewed' },
  timeZone: string,
): Promise<z.input<typeof monitoring.statistics.reply>> => {
  const { rows } = await sql<z.input<typeof StatisticsRow>>`
    with span as (
      select date_trunc('quarter', now() at time zone ${timeZone}) as until
    ), bought as (
      select distinct business_id, date_trunc('quarter', ordered_at at time zone ${timeZone}) as started
      from controlled_line cross join span
      where is_narcotic and business_id is not null and state in ('open', 'shipped')
        and ordered_at >= (until - interval '1 year') at time zone ${timeZone} and ordered_at < until at time zone ${timeZone}
    ), quarterly as (
      select business_id, to_char(started, 'YYYY-"Q"Q') as quarter from bought
    )
    select quarterly.business_id as "businessId", business.name as customer, quarterly.quarter,
      reviewed_at as "reviewedAt", coalesce(trim(user_account.name || ' ' || last_name), '') as "reviewedBy",
      coalesce(finding, '') as finding
    from quarterly join business on business.id = quarterly.business_id
    left join statistics_review review on review.business_id = quarterly.business_id and review.quarter = quarterly.quarter
    left join user_account on user_account.id = reviewed_by
    where (reviewed_at is null) = ${state === 'due'}
    order by quarterly.quarter desc, business.name, quarterly.business_id
    limit ${pageSize + 1} offset ${(page - 1) * pageSize}`.execute(db)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

export const recordStatistics = (db: Db, call: CallOf<typeof monitoring.recordStatistics>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { businessId, quarter, finding } = call.body
    await tx
      .selectFrom('business')
      .select('id')
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow(() => notFound('Customer'))
    const { rows } = await sql<{ isOver: boolean }>`
      select ${quarter} < to_char(now(), 'YYYY-"Q"Q') as "isOver"`.execute(tx)
    if (!rows[0]?.isOver) throw new Refusal(422, 'This quarter is not over yet.')
    const added = await tx
      .insertInto('statistics_review')
      .values({ business_id: businessId, quarter, finding, reviewed_by: actor._id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('quarter')
      .executeTakeFirst()
    if (!added) throw new Refusal(409, 'This review is already recorded.')
    await record('buyer statistics reviewed', ['business', businessId], { after: { quarter, finding } })
  })
