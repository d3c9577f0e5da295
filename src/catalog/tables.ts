// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Bigint, Defaulted, Moment } from '#platform/db/column-types.ts'
import type { CatalogColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    product: {
      id: string
      name: string
      slug: string
      ndc_number: Defaulted<string>
      ndc_key: Defaulted<string>
      is_item_number: Defaulted<boolean>
      manufacturer: Defaulted<string>
      generic_name: Defaulted<string>
      category: Defaulted<string>
      brand: Defaulted<string>
      description: Defaulted<string>
      form: Defaulted<string>
      strength: Defaulted<string>
      dosage_form: Defaulted<string>
      route: Defaulted<string>
      pack_size: Defaulted<string>
      pack_quantity: number | null
      pack_unit: Defaulted<CatalogColumns['product.pack_unit']>
      dea_schedule: Defaulted<CatalogColumns['product.dea_schedule']>
      schedule_source: Defaulted<string>
      schedule_confirmed_by: string | null
      schedule_confirmed_at: Moment | null
      is_narcotic: boolean | null
      drug_family: Defaulted<string>
      base_units: number | null
      is_list_one: Defaulted<boolean>
      needs_trace: boolean | null
      dispensing: Defaulted<CatalogColumns['product.dispensing']>
      gtin: Defaulted<string>
      image: Defaulted<string>
      images: Defaulted<string[]>
      price: Defaulted<number>
      count_in_stock: Defaulted<number>
      unit_of_measure: Defaulted<string>
      is_non_stocked: Defaulted<boolean>
      order_minimum: number | null
      order_maximum: number | null
      order_multiple: number | null
      is_allocated: Defaulted<boolean>
      is_on_hold: Defaulted<boolean>
      cold_status: Defaulted<CatalogColumns['product.cold_status']>
      is_published: Defaulted<boolean>
      rating: Defaulted<number>
      num_reviews: Defaulted<number>
      times_bought: Defaulted<number>
      version: Defaulted<number>
      created_at: Defaulted<Moment>
      updated_at: Defaulted<Moment>
      deleted_at: Moment | null
    }
    catalogue_state: {
      only_row: Defaulted<boolean>
      version: Defaulted<Bigint>
      restrictions_version: Defaulted<Bigint>
      form_rules: Defaulted<string>
    }
    catalogue_change: {
      version: Bigint
      product_id: string
    }
    review: {
      id: string
      product_id: string
      user_id: string
      rating: number
      comment: Defaulted<string>
      created_at: Defaulted<Moment>
      updated_at: Defaulted<Moment>
    }
    favourite: {
      user_id: string
      product_id: string
      created_at: Defaulted<Moment>
    }
    stock_movement: {
      id: string
      product_id: string
      quantity: number
      reason: 'initial' | 'order' | 'order deleted' | 'import' | 'correction'
      order_id: string | null
      actor_id: string | null
      note: Defaulted<string>
      created_at: Defaulted<Moment>
    }
    stock_request: {
      user_id: string
      product_id: string
      quantity: number
      asked_at: Defaulted<Moment>
      ends_at: Moment
      risen_at: Moment | null
      notified_at: Moment | null
    }
  }
}
