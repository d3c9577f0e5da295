import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { awaitedLaneOf } from './send-mail.ts'

/** Codes leave within seconds: one that waits longer waits for a mail server. */
const patienceSeconds = 20

// Only a mail server that is away pauses a lane; one recipient's trouble is no delay for the others.
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

/** Why email that somebody waits for does not leave; null while it does. */
export const mailDelay = async (db: Db): Promise<{ reason: string } | null> => {
  const [paused] = await pausedNow(db, {})
  return paused ?? null
}

/** Whether an awaited email to this address has not been handed over in the time that a code takes. */
export const isMailLate = async (db: Db, recipient: string): Promise<boolean> => {
  const [now] = await lateNow(db, { lane: awaitedLaneOf(recipient) })
  return now?.isLate ?? false
}
