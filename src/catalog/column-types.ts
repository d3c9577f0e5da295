/** Columns with a check constraint that the application types as plain strings. */
export interface CatalogColumns {
  'product.cold_status': string
  'product.dea_schedule': string
  'product.dispensing': string
  'product.pack_unit': string
}
