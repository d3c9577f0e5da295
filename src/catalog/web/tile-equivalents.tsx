import type { ProductCard } from '../contract.ts'
import { EquivalentOffers, NoEquivalents, useEquivalents } from './equivalent-offers.tsx'
import type { AddToCart } from './product-page.tsx'

interface Props {
  /** All products on the page, because they share one request. */
  products: readonly ProductCard[]
}

/** Equivalents below a tile whose product is out of stock. */
export function TileEquivalents({
  product,
  products,
  addToCart,
}: Props & { product: ProductCard; addToCart: AddToCart }) {
  const equivalents = useEquivalents(products)
  return <EquivalentOffers product={product} equivalents={equivalents} add={(other) => addToCart(other)} />
}

/** Explains above the tiles why the business gets no equivalents. */
export function TilesRefusal({ products }: Props) {
  return <NoEquivalents equivalents={useEquivalents(products)} />
}
