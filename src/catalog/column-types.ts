/** What the database does not know of these columns; it checks these values, which come as any text. */
export interface CatalogColumns {
  'product.cold_status': string
  'product.dea_schedule': string
  'product.dispensing': string
  'product.pack_unit': string
}
