import type { Db, Tx } from './db/tables.ts'
import { actOnce } from './http/act-once.ts'
import type { Caller } from './http/bearer.ts'
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
): Promise<T> => actOnce(db, request, (tx) => work({ tx, actor: user, record: recorderIn(tx, { user, request }) }))

/** Without a user for jobs and the operator. */
export const recorderIn =
  (db: Db | Tx, { user, request }: { user: Actor; request: AuditEntry['request'] } = bySystem): RecordEntry =>
  (action, [entity, entityId], facts) =>
    recordAll(db, [{ actorId: user?._id ?? null, action, entity, entityId, request, ...facts }])

const bySystem = { user: null, request: null }
