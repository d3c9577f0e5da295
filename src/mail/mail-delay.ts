import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'

/** Codes leave within seconds: one that waits longer waits for a mail server. */
const patienceSeconds = 20

const delayNow = prepareStatement(
  () => sql<{ isLate: boolean; reason: string }>`
    select
      exists (select from lane where name = 'mail.awaited' and paused_until > now()) or exists (
        select from job where lane = 'mail.awaited' and failed_at is null
          and created_at < now() - make_interval(secs => ${sql.lit(patienceSeconds)}) and run_at <= now()) as "isLate",
      coalesce((select reason from lane where name = 'mail.awaited'), '') as reason`,
)

/** Why email that somebody waits for does not leave; null while it does. */
export const mailDelay = async (db: Db): Promise<{ reason: string } | null> => {
  const [now] = await delayNow(db, {})
  return now?.isLate ? { reason: now.reason } : null
}
