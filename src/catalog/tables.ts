import type { Generated } from 'kysely'
import type { Moment, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    product: ProductTable
    catalogue_state: CatalogueStateTable
    catalogue_change: CatalogueChangeTable
    favourite: FavouriteTable
    review: ReviewTable
    restriction: RestrictionTable
    restriction_audience: {
      restriction_id: string
      business_id: string | null
      group_id: string | null
    }
  }
}

interface ProductTable {
  id: string
  name: string
  slug: string
  ndc_number: Generated<string>
  ndc_key: Generated<string>
  is_item_number: Generated<boolean>
  manufacturer: Generated<string>
  generic_name: Generated<string>
  category: Generated<string>
  brand: Generated<string>
  description: Generated<string>
  image: Generated<string>
  images: Generated<string[]>
  /** Dollars. */
  price: Generated<number>
  count_in_stock: Generated<number>
  unit_of_measure: Generated<string>
  is_non_stocked: Generated<boolean>
  cold_status: Generated<string>
  strength: Generated<string>
  dosage_form: Generated<string>
  route: Generated<string>
  pack_size: Generated<string>
  /** How many of its unit are in a package. */
  pack_quantity: number | null
  pack_unit: Generated<string>
  dea_schedule: Generated<string>
  dispensing: Generated<string>
  gtin: Generated<string>
  order_minimum: number | null
  order_maximum: number | null
  order_multiple: number | null
  is_allocated: Generated<boolean>
  is_published: Generated<boolean>
  rating: Generated<number>
  num_reviews: Generated<number>
  form: Generated<string>
  times_bought: Generated<number>
  version: Generated<number>
  created_at: Stamp
  updated_at: Stamp
  deleted_at: Moment | null
}

interface CatalogueStateTable {
  only_row: Generated<boolean>
  form_rules: Generated<string>
  version: Generated<string>
  restrictions_version: Generated<string>
}

interface RestrictionTable {
  id: string
  product_id: string | null
  category: string | null
  version: Generated<number>
}

interface CatalogueChangeTable {
  version: string
  product_id: string
}

interface FavouriteTable {
  user_id: string
  product_id: string
  created_at: Stamp
}

interface ReviewTable {
  id: string
  product_id: string
  user_id: string
  rating: number
  comment: Generated<string>
  created_at: Stamp
  updated_at: Stamp
}
