import type {} from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    billed_account: BilledAccountTable
  }
}

interface BilledAccountTable {
  number: string
}
