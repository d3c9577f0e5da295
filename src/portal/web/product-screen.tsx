import { addProductToCart } from '#cart/web/add-to-cart.ts'
import { useCart } from '#cart/web/store.ts'
import type { Product } from '#catalog/contract.ts'
import { ProductDetailPage } from '#catalog/web/product-page.tsx'
import { shippingFor } from '#ordering-rules/methods/method-shapes.ts'
import { ArrivalNote } from '#ordering-rules/web/delivery/arrival-note.tsx'
import { useOpenMethods } from '#ordering-rules/web/methods/use-open-methods.ts'

export function ProductScreen() {
  return <ProductDetailPage addToCart={addProductToCart} Arrival={ProductArrival} />
}

/** With the shipping method of the cart, or else the one that checkout would propose. */
function ProductArrival({ product }: { product: Product }) {
  const chosen = useCart((cart) => cart.shippingMethod)
  const { data } = useOpenMethods()
  if (!product.isNonStocked && product.countInStock < 1) return null
  return <ArrivalNote items={[product]} method={shippingFor(chosen, product.coldStatus !== '', data?.shipping) ?? ''} />
}
