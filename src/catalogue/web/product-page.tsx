import { useParams } from '@tanstack/react-router'
import { Loader } from '@mantine/core'
import { PackageX } from 'lucide-react'
import { useDeferredValue } from 'react'
import { ApiError } from '#web/api-error.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { LoadFailed } from '#web/ui/query-states.tsx'
import type { AddToCart } from './buy-box.tsx'
import { useProduct } from './hooks.ts'
import { ProductDetail } from './product-detail.tsx'
import styles from './product-page.module.css'

export function ProductDetailPage({ addToCart }: { addToCart: AddToCart }) {
  const { slug = '' } = useParams({ strict: false })
  const { data, error, refetch } = useProduct(slug)
  // Drawn in small steps, so that a slow phone answers meanwhile.
  const product = useDeferredValue(data)

  if (error instanceof ApiError && error.status === 404) return <NoSuchProduct />
  if (error && !data) return <LoadFailed error={error} retry={() => void refetch()} />
  if (!product)
    return (
      <output className={styles.loading} aria-label="Loading">
        <Loader />
      </output>
    )
  return <ProductDetail key={product._id} product={product} addToCart={addToCart} />
}

function NoSuchProduct() {
  return (
    <>
      <PageHeading title="Product" />
      <EmptyState icon={<PackageX size={28} strokeWidth={1.5} />} title="no product">
        <span>It may have been withdrawn from the catalogue.</span>
        <ButtonLink to="/search" variant="default">
          Product Catalog
        </ButtonLink>
      </EmptyState>
    </>
  )
}
