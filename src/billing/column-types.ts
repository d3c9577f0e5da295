/** Column types that the schema cannot express. */
export interface BillingColumns {
  /** The database checks the value; callers pass any provider's name. */
  'payment_event.provider': string
}
