import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import styles from '#pricing/web/prices.module.css'
import { monthDayWords } from '#shared/day-words.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { allocationsPerPage } from '../../limits/contract.ts'
import { BusinessTable } from './business-table.tsx'
import { NewException } from './new-exception.tsx'
import { RuleForm } from './rule-form.tsx'
import { useProductAllocation } from './hooks.ts'

/** A product's allocation rule, and what each business has used and may still order. */
export function ProductLimitsPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const [page, setPage] = useState(1)
  const query = useProductAllocation(id, page)
  const { product } = query.data ?? {}
  return (
    <div className={styles.page}>
      <PageHeading title="Allocation" lead={product && `${product.name} · ${product.ndcNumber}`}>
        <ButtonLink variant="default" to="/admin/product/$id" params={{ id }}>
          Edit product
        </ButtonLink>
        <ButtonLink variant="default" to="/admin/limits">
          All allocations
        </ButtonLink>
      </PageHeading>
      <QueryStates query={query}>
        {({ rule, businesses, count, until }) => (
          <div className={styles.form}>
            <RuleForm key={JSON.stringify(rule)} productId={id} rule={rule} />
            <Panel title={`Businesses, until ${monthDayWords(until)}`}>
              {businesses.length === 0 ? (
                <p className={styles.note}>No business has ordered it in the last three months.</p>
              ) : (
                <BusinessTable productId={id} isAllocated={rule !== null} businesses={businesses} />
              )}
              <PageNumbers page={page} pages={Math.ceil(count / allocationsPerPage)} goTo={setPage} />
            </Panel>
            {rule && <NewException productId={id} />}
          </div>
        )}
      </QueryStates>
    </div>
  )
}
