import { DrugName } from '#catalog/web/drug-name.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import styles from '#web/form/form.module.css'
import { ListTable } from '#web/table/list-table.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { useAddress } from '#web/use-address.ts'
import { type AllocationRule, allocationsPerPage } from '../../limits/contract.ts'
import { useAllocations } from './hooks.ts'
import { ProductChoice } from '#pricing/web/product-choice.tsx'

const Address = z.object({ page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1) })

/** The allocated products. */
export function LimitsPage() {
  const [{ page }, change] = useAddress(Address)
  const query = useAllocations(page)
  const navigate = useNavigate()
  return (
    <div className={styles.page}>
      <PageHeading
        title="Allocations"
        lead="Limit how much of a scarce product each business can order in a calendar month."
      />
      <div className={styles.form}>
        <Panel title="Allocate a product">
          <ProductChoice
            value={null}
            maw={480}
            choose={(chosen) => chosen && void navigate({ to: '/admin/limits/$id', params: { id: chosen._id } })}
          />
        </Panel>
        <Panel title="Allocated products">
          <QueryStates query={query}>
            {({ allocations, count }) => (
              <>
                <ListTable
                  caption="Allocations"
                  rows={allocations}
                  rowKey={({ productId }) => productId}
                  empty={{
                    title: 'No allocations yet',
                    text: 'Find a product above to limit how much each business can order.',
                  }}
                  columns={[
                    {
                      title: 'Product',
                      isName: true,
                      cell: ({ productId: id, name }) => (
                        <Link to="/admin/limits/$id" params={{ id }}>
                          <DrugName name={name} />
                        </Link>
                      ),
                    },
                    { title: 'NDC', phone: 'start', cell: ({ ndcNumber }) => ndcNumber },
                    { title: 'Rule', phone: 'middle', cell: ruleWords },
                    {
                      title: 'Exceptions',
                      cell: ({ exceptions }) => (exceptions === 0 ? 'No exceptions' : `${exceptions} exceptions`),
                    },
                    {
                      title: 'Used this month',
                      phone: 'beside',
                      isTitledOnPhone: true,
                      align: 'right',
                      cell: ({ used }) => used.toLocaleString('en-US'),
                    },
                  ]}
                />
                <PageNumbers
                  page={page}
                  pages={Math.ceil(count / allocationsPerPage)}
                  goTo={(to) => change({ page: to })}
                />
              </>
            )}
          </QueryStates>
        </Panel>
      </div>
    </div>
  )
}

const ruleWords = ({ mode, sharePercent, fixed, floor }: AllocationRule): string => {
  const much = fixed === null ? `${sharePercent}% of the average, at least ${floor}` : `${fixed} a month`
  return `${much}; ${mode === 'prevent' ? 'refuse more' : 'warn about more'}`
}
