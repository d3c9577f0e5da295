import type { Tx } from '#platform/db/tables.ts'
import type { RequestFacts } from '#platform/http/serve.ts'

/** What others have to do about a change of an account, in the same transaction. */
export interface AccountNews {
  /** Somebody is a customer no longer: deleted, or of the staff now. */
  onCustomerGone(tx: Tx, userId: string): Promise<void>
  onLicenseRenewed(tx: Tx, renewed: { customerId: string; actorId: string; request: RequestFacts }): Promise<void>
}
