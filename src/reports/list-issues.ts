import { sql } from 'kysely'
import { mailDelay } from '#mail/mail-delay.ts'
import { exportKind } from '#orders/queue-export.ts'
import type { Config } from '#platform/config.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import { isDiskFull } from '#platform/full-disk.ts'

export const issueKinds = ['hold', 'disk', 'mail', 'backup', 'erp', 'secret-key', 'jobs'] as const

/** A problem for the operator: a public sentence, and the reason for those who may see it. */
export interface Issue {
  kind: (typeof issueKinds)[number]
  text: string
  reason: string
  /** Identifies one of several issues of a kind, independent of its current text. */
  which?: string
}

/** Failed order exports are reported separately. */
const setAside = prepareStatement(
  () => sql<{ kind: string; count: number; reason: string }>`
    select kind, count(*)::int as count, coalesce(max(last_error), '') as reason
    from job where failed_at is not null and kind <> ${sql.lit(exportKind)} group by kind order by kind limit 20`,
)

const jobHold = prepareStatement((db) => db.selectFrom('job_hold').select('held_at'))

/** Problems that buyers do not notice yet and that stay until the operator acts. */
export const listIssues = async (db: Db, { DATA_DIR }: Pick<Config, 'DATA_DIR'>): Promise<Issue[]> => {
  const [kinds, delay, isFull, [isHeld]] = await Promise.all([
    setAside(db, {}),
    mailDelay(db),
    isDiskFull(DATA_DIR),
    jobHold(db, {}),
  ])
  const issues: Issue[] = kinds.map(({ kind, count, reason }) => ({
    kind: 'jobs',
    which: `${kind} set aside`,
    text:
      kind === 'mail.send'
        ? `${count === 1 ? '1 email' : `${count} emails`} could not be delivered and ${count === 1 ? 'was' : 'were'} set aside.`
        : `${count === 1 ? '1 job' : `${count} jobs`} “${kind}” failed too often and ${count === 1 ? 'was' : 'were'} set aside.`,
    reason,
  }))
  if (delay)
    issues.unshift({
      kind: 'mail',
      text: 'Email is not being sent. Order codes and password resets are delayed.',
      reason: delay.reason,
    })
  if (isFull)
    issues.unshift({
      kind: 'disk',
      text: 'The disk is full. Orders and changes are refused until you free space.',
      reason: '',
    })
  if (isHeld)
    issues.unshift({
      kind: 'hold',
      text: 'Jobs are on hold after a restore. Run `release-jobs` to resume email and the ERP.',
      reason: '',
    })
  return issues
}
