/** The tables on screens, by the names under which views of them are saved. */
export const tableNames = [
  'orders',
  'order-history',
  'invoices',
  'my-invoices',
  'customers',
  'products',
  'audit',
] as const

export type TableName = (typeof tableNames)[number]
