import { type ComponentType, Suspense, useCallback, useState } from 'react'
import type { ProductCard } from '#catalog/contract.ts'
import { minimumQuantity } from '#catalog/order-quantity.ts'
import type { CatalogView } from '#catalog/web/catalog-view.ts'
import type { AddToCart } from '#catalog/web/product-page.tsx'
import { ProductTile, ProductTileSkeleton } from '#catalog/web/product-tile.tsx'
import { useUser } from '#web/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import styles from './listing.module.css'

const AdminTileTools = lazyPart(() =>
  import('#product-admin/web/admin-tile-tools.tsx').then((module) => module.AdminTileTools),
)
const adminTools = { title: 'Edit', Cell: AdminTileTools }

// Visitors see tiles first, so rows are loaded lazily.
const ProductRows: ComponentType<Parameters<typeof import('#catalog/web/product-rows.tsx').ProductRows>[0]> = lazyPart(
  () => import('#catalog/web/product-rows.tsx').then((module) => module.ProductRows),
)

// Visitors get no equivalents, so they are loaded lazily.
const TileInstead = lazyPart(() => import('#catalog/web/tile-equivalents.tsx').then((module) => module.TileEquivalents))
const TilesRefusal = lazyPart(() => import('#catalog/web/tile-equivalents.tsx').then((module) => module.TilesRefusal))

interface Props {
  view: CatalogView
  /** Undefined while loading. */
  products: readonly ProductCard[] | undefined
  isStale: boolean
  isFailed: boolean
  /** Page size. */
  size: number
  addToCart: AddToCart
}

export function Listing({ view, ...props }: Props) {
  return view === 'list' ? <Rows {...props} /> : <Tiles {...props} />
}

function Tiles({ products, isStale, isFailed, size, addToCart }: Omit<Props, 'view'>) {
  const isSignedIn = useUser() !== null
  const offered = isSignedIn && products?.some(isSoldOut) ? products : null
  return (
    <>
      {offered && (
        <Suspense>
          <TilesRefusal products={offered} />
        </Suspense>
      )}
      <div className={styles.grid} aria-busy={!products || isStale} data-stale={isStale || undefined}>
        {products?.map((product, at) => (
          <ProductTile
            key={product._id}
            product={product}
            isFirst={at < 6}
            addToCart={addToCart}
            AdminTools={AdminTileTools}
          >
            {offered && isSoldOut(product) && (
              <Suspense>
                <TileInstead product={product} products={offered} addToCart={addToCart} />
              </Suspense>
            )}
          </ProductTile>
        ))}
        {!products && !isFailed && Array.from({ length: size }, (_, at) => <ProductTileSkeleton key={at} />)}
      </div>
    </>
  )
}

const isSoldOut = ({ isNonStocked, countInStock }: ProductCard): boolean => !isNonStocked && countInStock < 1

function Rows({ products, isStale, isFailed, size, addToCart }: Omit<Props, 'view'>) {
  const isAdmin = useUser()?.isAdmin === true
  const [quantities, setQuantities] = useState<Record<string, number>>({})
  const setQuantity = useCallback(
    (id: string, pieces: number) => setQuantities((now) => ({ ...now, [id]: pieces })),
    [],
  )
  // Resets the quantity to the minimum after adding.
  const add: AddToCart = useCallback(
    (product, pieces) => {
      const isAdded = addToCart(product, pieces)
      if (isAdded) setQuantity(product._id, minimumQuantity(product))
      return isAdded
    },
    [addToCart, setQuantity],
  )
  const outline = !isFailed && <RowsSkeleton size={size} />
  return (
    <div className={styles.rows} aria-busy={!products || isStale} data-stale={isStale || undefined}>
      {products ? (
        <Suspense fallback={outline}>
          <ProductRows
            label="Products"
            products={products}
            addToCart={add}
            quantities={quantities}
            setQuantity={setQuantity}
            mark={isAdmin ? adminTools : undefined}
          />
        </Suspense>
      ) : (
        outline
      )}
    </div>
  )
}

function RowsSkeleton({ size }: { size: number }) {
  return (
    <div className={styles.outline} aria-hidden="true">
      {Array.from({ length: size }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  )
}
