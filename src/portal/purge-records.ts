import { type RawBuilder, sql } from 'kysely'
import { undoDays } from '#identity/change-email.ts'
import { deviceDays } from '#identity/recognize-device.ts'
import { exportKind } from '#orders/queue-export.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'

const anHour = 3_600
const maxBatch = 5_000

interface Purge {
  table: string
  key: string
  isOver: RawBuilder<boolean>
}

const past = (column: string) => sql<boolean>`${sql.ref(column)} < now()`
const olderThan = (column: string, days: number) =>
  sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${days})`

/** Deletes expired records, and failed ones after the retention period. Orders, invoices and the audit trail stay. */
const purges = ({ RETENTION_DAYS }: Config): Purge[] => [
  { table: 'attempt', key: 'key', isOver: past('window_ends_at') },
  { table: 'session', key: 'token_hash', isOver: past('expires_at') },
  { table: 'password_key', key: 'key_hash', isOver: past('expires_at') },
  // A changed email address can be reverted for some days, which needs the old one.
  {
    table: 'email_proof',
    key: 'id',
    isOver: sql<boolean>`${past('expires_at')} and (proven_at is null or ${olderThan('proven_at', undoDays)})`,
  },
  { table: 'passkey_challenge', key: 'challenge', isOver: past('expires_at') },
  { table: 'sign_in_step', key: 'key_hash', isOver: past('expires_at') },
  { table: 'sign_on_attempt', key: 'state_hash', isOver: past('expires_at') },
  { table: 'one_time_code', key: 'code_hmac', isOver: past('expires_at') },
  { table: 'known_device', key: 'token_hash', isOver: olderThan('last_used_at', deviceDays) },
  // Until then it prevents a second notification on the same day.
  { table: 'stock_request', key: 'user_id', isOver: olderThan('ends_at', 2) },
  // Clients don't retry a request for longer than a day.
  { table: 'answered_request', key: 'key_hash', isOver: olderThan('created_at', 1) },
  { table: 'order_key', key: 'key', isOver: olderThan('created_at', 90) },
  // Deletes its lines by cascade.
  { table: 'cart', key: 'order_key', isOver: olderThan('changed_at', 365) },
  { table: 'parked_cart', key: 'id', isOver: olderThan('parked_at', 365) },
  // Deletes its rows by cascade: an import can be as large as the catalog, and is undone soon or never.
  {
    table: 'import',
    key: 'id',
    isOver: sql<boolean>`${olderThan('created_at', RETENTION_DAYS)} and state not in ('applying', 'undoing')`,
  },
  // Approved requests became orders.
  {
    table: 'approval_request',
    key: 'id',
    isOver: sql<boolean>`${olderThan('decided_at', RETENTION_DAYS)} and state <> 'approved'`,
  },
  { table: 'approval_deputy', key: 'approver_id', isOver: sql<boolean>`until < now()::date - 1` },
  { table: 'mail', key: 'id', isOver: olderThan('created_at', RETENTION_DAYS) },
  {
    table: 'job',
    key: 'id',
    // A failed export is kept, because without its job the order would be sent again automatically.
    isOver: sql<boolean>`${olderThan('failed_at', RETENTION_DAYS)} and kind <> ${exportKind}`,
  },
]

/** Deletes in batches, so that a large backlog does not block other work. */
const purge = async (db: Db, { table, key, isOver }: Purge): Promise<void> => {
  const rows = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${isOver} limit ${maxBatch}`
  const part = sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${rows}) and ${isOver}`
  for (;;) {
    const { numAffectedRows = 0n } = await part.execute(db)
    if (numAffectedRows < maxBatch) return
  }
}

export const purgeJobs = ({ job, db, config }: App): void =>
  job({
    kind: 'portal.purge',
    recurs: {},
    run: async () => {
      for (const one of purges(config)) await purge(db, one)
      throw new Postponed(anHour, 'Cleans up again in an hour.')
    },
    // An outage of an hour must not stop the cleanup until the next restart.
    mostAttempts: Infinity,
  })
