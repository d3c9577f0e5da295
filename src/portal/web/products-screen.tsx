import { AdminTools } from '#product-import/web/admin-tools.tsx'
import { ProductsPage } from '#product-editing/web/products-page.tsx'

export function ProductsScreen() {
  return <ProductsPage tools={<AdminTools />} />
}
