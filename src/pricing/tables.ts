import type { Generated } from 'kysely'
import type { Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    contract_price: {
      product_id: string
      business_id: string
      list: 'general' | 'trulla'
      price: number
      created_at: Stamp
    }
    business_group: {
      id: string
      kind: 'group' | 'class'
      name: string
      version: Generated<number>
      created_at: Stamp
    }
    business_group_member: {
      business_id: string
      group_id: string
      kind: 'group' | 'class'
    }
    price_list: {
      id: string
      name: string
      contract_number: Generated<string>
      currency: Generated<string>
      /** Calendar days, `YYYY-MM-DD`. */
      valid_from: string
      valid_to: string | null
      priority: Generated<number>
      ending_notified_for: string | null
      version: Generated<number>
      created_at: Stamp
      changed_at: Stamp
    }
    price_list_audience: {
      price_list_id: string
      business_id: string | null
      group_id: string | null
    }
    price_entry: {
      price_list_id: string
      product_id: string
      from_quantity: Generated<number>
      /** Dollars; or else `percent_off` of the list price. */
      price: number | null
      percent_off: number | null
    }
  }
}
