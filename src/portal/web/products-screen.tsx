import { AdminTools } from '#imports/web/admin-tools.tsx'
import { ProductsPage } from '#product-admin/web/products-page.tsx'

export function ProductsScreen() {
  return <ProductsPage tools={<AdminTools />} />
}
