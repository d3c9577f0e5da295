/** What the database does not know of these columns. */
export interface BillingColumns {
  /** Checked by the database; callers pass any provider's name. */
  'payment_event.provider': string
}
