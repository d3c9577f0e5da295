import type { ProductCard } from '../contract.ts'
import { EquivalentOffers, NoEquivalents, useEquivalents } from './equivalent-offers.tsx'
import type { AddToCart } from './product-page.tsx'

interface Props {
  /** All that the page shows: they are asked about together. */
  products: readonly ProductCard[]
}

/** What there is in place of one of the tiles that is sold out. */
export function TileEquivalents({
  product,
  products,
  addToCart,
}: Props & { product: ProductCard; addToCart: AddToCart }) {
  const equivalents = useEquivalents(products)
  return <EquivalentOffers product={product} equivalents={equivalents} add={(other) => addToCart(other)} />
}

/** Above the tiles: why a business is offered none. */
export function TilesRefusal({ products }: Props) {
  return <NoEquivalents equivalents={useEquivalents(products)} />
}
