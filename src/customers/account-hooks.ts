import type { Tx } from '#platform/db/tables.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

/** Who does something, and by which request; nobody is an operator at the machine. */
export interface ActorRequest {
  actorId: string | null
  request: RequestFacts | null
}

/** What others have to do about a change of an account, in the same transaction. */
export interface AccountHooks {
  /** A business has no customers any more: the last one was deleted, joined another, or is of the staff now. */
  onCustomersGone(tx: Tx, businessId: string, doer: ActorRequest): Promise<void>
  onLicenseRenewed(tx: Tx, renewed: { businessId: string } & ActorRequest): Promise<void>
  /** A business bears another account number: before and after, as far as there is one. */
  onNumberChanged(tx: Tx, changed: { businessId: string; numbers: readonly string[] }): Promise<void>
  /** A user belongs to another business now, and brings along what was ordered for him. */
  onUserMoved(tx: Tx, moved: { userId: string; from: string; to: string }): Promise<void>
}
