/** Keys of the tables that support saved views. */
export const tableNames = [
  'orders',
  'order-history',
  'invoices',
  'my-invoices',
  'customers',
  'products',
  'customer-prices',
  'audit',
] as const

export type TableName = (typeof tableNames)[number]
