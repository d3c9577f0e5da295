import { useParams } from '@tanstack/react-router'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { EditProductForm } from './edit-product-form.tsx'
import { useProductById } from './hooks.ts'
import styles from './edit-product-page.module.css'
import { StockLedgerPanel } from '#inventory/web/stock-ledger-panel.tsx'

export function EditProductPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const product = useProductById(id)
  return (
    <div className={styles.page}>
      <PageHeading title="Edit Product" lead={product.data?.name}>
        <ButtonLink variant="default" to="/admin/productpricing/$id" params={{ id }}>
          Manage pricing
        </ButtonLink>
      </PageHeading>
      <QueryStates query={product}>
        {(found) => (
          <>
            <EditProductForm key={found._id} product={found} />
            {!found.isNonStocked && <StockLedgerPanel productId={found._id} />}
          </>
        )}
      </QueryStates>
    </div>
  )
}
