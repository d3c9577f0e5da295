import type { DocumentType } from '#files/recognize-type.ts'
import type { ActedBy } from '#platform/act.ts'
import type { Tx } from '#platform/db/tables.ts'

/** What an applicant sent besides the fields of the account. */
export interface SignedUp {
  userId: string
  businessId: string
  /** Empty if not given. */
  deaNumber: string
  file: { name: string; type: DocumentType; content: Buffer } | null
}

/** What other rooms do when an account changes, in the same transaction. */
export interface AccountHooks {
  /** The last customer of a business was deleted, joined another business, or became staff. */
  onCustomersGone(tx: Tx, businessId: string, by: ActedBy): Promise<void>
  /** A group was renamed or has other members. */
  onGroupChanged(tx: Tx): Promise<void>
  /** Orders may be on hold for the license. */
  onLicenseChanged(tx: Tx, businessId: string, by: ActedBy): Promise<void>
  /** The account number of a business changed; `numbers` has the old and the new one, without empty ones. */
  onNumberChanged(tx: Tx, changed: { businessId: string; numbers: readonly string[] }): Promise<void>
  /** An account was requested. */
  onSignedUp(tx: Tx, signedUp: SignedUp): Promise<void>
  /** A user moved to another business, together with the orders placed for them. */
  onUserMoved(tx: Tx, moved: { userId: string; from: string; to: string }): Promise<void>
}
