import { DrugName } from '#catalog/web/drug-name.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import styles from '#pricing/web/prices.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { useAddress } from '#web/use-address.ts'
import { type AllocationRule, allocationsPerPage } from '../../limits/contract.ts'
import { useAllocations } from './hooks.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useProductChoice } from '#pricing/web/use-product-choice.ts'

const Address = z.object({ page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1) })

/** The allocated products. */
export function LimitsPage() {
  const [{ page }, change] = useAddress(Address)
  const query = useAllocations(page)
  return (
    <div className={styles.page}>
      <PageHeading
        title="Allocations"
        lead="Limit how much of a scarce product each business can order in a calendar month."
      />
      <div className={styles.form}>
        <Panel title="Allocate a product">
          <ProductFinder />
        </Panel>
        <Panel title="Allocated products">
          <QueryStates query={query}>
            {({ allocations, count }) =>
              allocations.length === 0 ? (
                <EmptyState title="No allocations yet">
                  <span>Find a product above to limit how much each business can order.</span>
                </EmptyState>
              ) : (
                <>
                  <table className={styles.table} aria-label="Allocations">
                    <TableHead titles={['Product', 'NDC', 'Rule', 'Exceptions', 'Used this month']} />
                    <tbody>
                      {allocations.map((one) => (
                        <tr key={one.productId}>
                          <td>
                            <Link to="/admin/limits/$id" params={{ id: one.productId }}>
                              <DrugName name={one.name} />
                            </Link>
                          </td>
                          <td>{one.ndcNumber}</td>
                          <td>{ruleWords(one)}</td>
                          <td>{one.exceptions === 0 ? 'No exceptions' : `${one.exceptions} exceptions`}</td>
                          <td>{one.used.toLocaleString('en-US')}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                  <PageNumbers
                    page={page}
                    pages={Math.ceil(count / allocationsPerPage)}
                    goTo={(to) => change({ page: to })}
                  />
                </>
              )
            }
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

/** Opens the allocation page of the chosen product. */
function ProductFinder() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), 250)
  const found = useProductChoice(query, true)
  return (
    <Select
      label="Product"
      placeholder="Name or NDC"
      maw={480}
      searchable
      data={
        found.data?.products.map(({ _id, name, ndcNumber }) => ({ value: _id, label: `${name} · ${ndcNumber}` })) ?? []
      }
      filter={({ options }) => options}
      value={null}
      onChange={(id) => id && void navigate({ to: '/admin/limits/$id', params: { id } })}
      onSearchChange={setTyped}
      nothingFoundMessage={query === '' ? 'Type a name or NDC' : found.isFetching ? 'Searching…' : 'No product found'}
    />
  )
}
