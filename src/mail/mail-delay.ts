import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { awaitedLaneOf } from './send-mail.ts'

/** Codes are sent within seconds; a longer wait means that the mail server is down. */
const patienceSeconds = 20

// Only an unavailable mail server pauses a lane; a problem with one recipient does not delay the others.
const pausedNow = prepareStatement(
  () => sql<{ reason: string }>`
    select reason from lane where starts_with(name, 'mail.awaited.') and paused_until > now() limit 1`,
)

const lateNow = prepareStatement(
  (_db, { lane }: { lane: string }) => sql<{ isLate: boolean }>`
    select exists (select from lane where name = ${lane} and paused_until > now()) or exists (
      select from job where lane = ${lane} and failed_at is null
        and created_at < now() - make_interval(secs => ${sql.lit(patienceSeconds)})) as "isLate"`,
)

/** Why awaited email is delayed; null if it is not. */
export const mailDelay = async (db: Db): Promise<{ reason: string } | null> => {
  const [paused] = await pausedNow(db, {})
  return paused ?? null
}

/** Whether an awaited email to this address has been waiting longer than a code usually takes. */
export const isMailLate = async (db: Db, recipient: string): Promise<boolean> => {
  const [now] = await lateNow(db, { lane: awaitedLaneOf(recipient) })
  return now?.isLate ?? false
}
