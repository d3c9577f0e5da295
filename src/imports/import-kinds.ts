import type { Row } from '#platform/db/tables.ts'
import type { ImportKind } from './import-kind.ts'
import { customerKind } from './import-customer-rows.ts'
import { listKind } from './import-list-rows.ts'
import { pictureKind } from './import-picture-rows.ts'
import { priceKind } from './import-price-rows.ts'
import { productKind } from './import-product-rows.ts'

export const importKinds: Record<Row<'import'>['kind'], ImportKind> = {
  products: productKind,
  prices: priceKind,
  list: listKind,
  pictures: pictureKind,
  customers: customerKind,
}
