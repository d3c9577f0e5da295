import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/tables.ts'

interface Waiting {
  db: Db
  config: Pick<Config, 'BUSINESS_TIME_ZONE'>
}

/** How long until the next calendar day's notices are due, at six in the morning where the business is. */
export const secondsUntilMorning = async ({ db, config: { BUSINESS_TIME_ZONE: zone } }: Waiting): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from
      ((now() at time zone ${zone})::date + 1 + time '06:00') at time zone ${zone} - now()))::int as seconds`.execute(
    db,
  )
  return rows[0]?.seconds ?? 3_600
}
