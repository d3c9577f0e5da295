import { lazyRouteComponent } from '@tanstack/react-router'
import { addProductToCart } from '#cart/web/hooks.ts'
import { SearchPage } from '#search/web/search-page.tsx'

const AdminTools = lazyRouteComponent(() => import('#product-import/web/admin-tools.tsx'), 'AdminTools')

export function SearchScreen() {
  return <SearchPage addToCart={addProductToCart} AdminTools={AdminTools} />
}
