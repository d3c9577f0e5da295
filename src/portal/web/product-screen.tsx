import { addProductToCart } from '#cart/web/add-to-cart.ts'
import { ProductDetailPage } from '#catalog/web/product-page.tsx'

export function ProductScreen() {
  return <ProductDetailPage addToCart={addProductToCart} />
}
