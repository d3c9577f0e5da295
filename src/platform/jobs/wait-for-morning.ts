import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/tables.ts'

interface Waiting {
  db: Db
  config: Pick<Config, 'BUSINESS_TIME_ZONE'>
}

/** Seconds until 6 AM of the next day in the business's time zone, when daily notices are sent. */
export const secondsUntilMorning = (waiting: Waiting): Promise<number> => secondsUntil(waiting, '06:00')

/** Seconds until the next day begins in the business's time zone. */
export const secondsUntilMidnight = (waiting: Waiting): Promise<number> => secondsUntil(waiting, '00:00')

const secondsUntil = async ({ db, config: { BUSINESS_TIME_ZONE: zone } }: Waiting, time: string): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from
      ((now() at time zone ${zone})::date + 1 + ${time}::time) at time zone ${zone} - now()))::int as seconds`.execute(
    db,
  )
  return rows[0]?.seconds ?? 3_600
}
