import type { Tx } from '#platform/db/tables.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

/** The acting user and the request; both are null when an operator acts from the command line. */
export interface ActorRequest {
  actorId: string | null
  request: RequestFacts | null
}

/** What other rooms do when an account changes, in the same transaction. */
export interface AccountHooks {
  /** The last customer of a business was deleted, joined another business, or became staff. */
  onCustomersGone(tx: Tx, businessId: string, doer: ActorRequest): Promise<void>
  /** A group was renamed or has other members. */
  onGroupChanged(tx: Tx): Promise<void>
  onLicenseRenewed(tx: Tx, renewed: { businessId: string } & ActorRequest): Promise<void>
  /** The account number of a business changed; `numbers` has the old and the new one, without empty ones. */
  onNumberChanged(tx: Tx, changed: { businessId: string; numbers: readonly string[] }): Promise<void>
  /** A user moved to another business, together with the orders placed for them. */
  onUserMoved(tx: Tx, moved: { userId: string; from: string; to: string }): Promise<void>
}
