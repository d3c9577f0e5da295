import type { Db, Tx } from './db/tables.ts'
import { actOnce } from './http/act-once.ts'
import type { Caller } from './http/bearer.ts'
import { Refusal } from './http/refusal.ts'
import type { RequestFacts } from './http/serve.ts'
import { type AuditEntry, recordAll } from './record-entry.ts'

type Actor = Pick<Caller, '_id'> | null

/** Who acts, by which request: part of what `serve` passes to every handler. */
export interface Acting<U extends Actor = Actor> {
  user: U
  request: RequestFacts
}

type Facts = Pick<AuditEntry, 'before' | 'after' | 'onBehalfOf'> & {
  /** The account that acts without being signed in, such as by an emailed link. */
  actorId?: string
}

/** Writes an audit entry: `record('passkey renamed', ['account', id], { after: { name } })`. */
export type RecordEntry = (
  action: string,
  subject: readonly [entity: string, id: string],
  facts?: Facts,
) => Promise<void>

export interface Act<U extends Actor = Actor> {
  tx: Tx
  actor: U
  request: RequestFacts
  record: RecordEntry
}

/**
 * Runs a business act: one transaction with its audit entries. A request with an earlier Idempotency-Key gets the first
 * result, which is stored and must survive JSON; results with secrets use `transaction` and `recorderIn` instead.
 */
export const act = <T, U extends Actor>(
  db: Db,
  { user, request }: Acting<U>,
  work: (act: Act<U>) => Promise<T>,
): Promise<T> =>
  actOnce(db, request, (tx) => work({ tx, actor: user, request, record: recorderIn(tx, { user, request }) }))

/** Who is behind an entry; nobody for jobs, webhooks and the operator. */
export interface ActedBy {
  user: Actor
  request: AuditEntry['request']
}

export const bySystem: ActedBy = { user: null, request: null }

export const recorderIn =
  (db: Db | Tx, { user, request }: ActedBy = bySystem): RecordEntry =>
  (action, [entity, entityId], facts) =>
    recordAll(db, [{ actorId: user?._id ?? null, action, entity, entityId, request, ...facts }])

/** Refuses an edit that began with another version; with `__v`, the form can read the record again. */
export const refuseStale = (
  what: string,
  { opened, version }: { opened: number | undefined; version: number },
  message = `${what} has changed since you opened it. Open it again.`,
): void => {
  if (opened !== undefined && opened !== version) throw new Refusal(409, message, { __v: version })
}
