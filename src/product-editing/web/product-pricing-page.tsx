import { useParams } from '@tanstack/react-router'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { useProductById } from './hooks.ts'
import { PricingForm } from './pricing-form.tsx'
import styles from '#contract-prices/web/prices.module.css'

export function ProductPricingPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const product = useProductById(id)
  return (
    <div className={styles.page}>
      <PageHeading title="Product pricing" lead={product.data?.name}>
        <ButtonLink variant="default" to="/admin/product/$id" params={{ id }}>
          Edit product
        </ButtonLink>
      </PageHeading>
      <QueryStates query={product}>{(found) => <PricingForm key={found._id} product={found} />}</QueryStates>
    </div>
  )
}
