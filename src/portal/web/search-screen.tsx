import { lazy } from 'react'
import { addProductToCart } from '#cart/web/hooks.ts'
import { SearchPage } from '#search/web/search-page.tsx'

const AdminTools = lazy(() =>
  import('#product-import/web/admin-tools.tsx').then(({ AdminTools: tools }) => ({ default: tools })),
)

export function SearchScreen() {
  return <SearchPage addToCart={addProductToCart} AdminTools={AdminTools} />
}
