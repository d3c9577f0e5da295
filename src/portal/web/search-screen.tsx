import { addProductToCart } from '#cart/web/add-to-cart.ts'
import { SearchPage } from '#search/web/search-page.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const AdminTools = lazyPart(() => import('#imports/web/admin-tools.tsx').then((module) => module.AdminTools))

export function SearchScreen() {
  return <SearchPage addToCart={addProductToCart} AdminTools={AdminTools} />
}
