import { DrugName } from '#catalog/web/drug-name.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type ListColumn, ListTable, RowLink } from '#web/table/list-table.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { useAddress } from '#web/use-address.ts'
import { type AllocationRule, allocationsPerPage, type ListedAllocation } from '../../limits/contract.ts'
import { useAllocations } from './hooks.ts'
import { ProductChoice } from '#pricing/web/product-choice.tsx'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({ page: PageNumber })

/** The allocated products. */
export function LimitsPage() {
  const [{ page }, change] = useAddress(Address)
  const navigate = useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <PageHeading
        title="Allocations"
        lead="Limit how much of a scarce product each business can order in a calendar month."
      >
        <ActButton onClick={() => setIsAdding(true)}>Allocate a product</ActButton>
      </PageHeading>
      <Dialog isOpen={isAdding} title="Allocate a product" close={() => setIsAdding(false)}>
        <ProductChoice
          value={null}
          choose={(chosen) => chosen && void navigate({ to: '/admin/limits/$id', params: { id: chosen._id } })}
        />
      </Dialog>
      <QueryStates query={useAllocations(page)}>
        {({ allocations, count }) => (
          <>
            <ListTable
              caption="Allocations"
              rows={allocations}
              rowKey={({ productId }) => productId}
              empty={{
                title: 'No allocations yet',
                text: 'Allocate a product to limit how much each business can order.',
              }}
              columns={columns}
            />
            <PageNumbers
              page={page}
              pages={Math.ceil(count / allocationsPerPage)}
              goTo={(to) => change({ page: to })}
            />
          </>
        )}
      </QueryStates>
    </>
  )
}

const ruleWords = ({ mode, sharePercent, fixed, floor }: AllocationRule): string => {
  const much = fixed === null ? `${sharePercent}% of the average, at least ${floor}` : `${fixed} a month`
  return `${much}; ${mode === 'prevent' ? 'refuse more' : 'warn about more'}`
}

const columns: ListColumn<ListedAllocation>[] = [
  {
    title: 'Product',
    isName: true,
    cell: ({ productId: id, name }) => (
      <RowLink to="/admin/limits/$id" params={{ id }}>
        <DrugName name={name} />
      </RowLink>
    ),
  },
  { title: 'NDC', isUnbroken: true, phone: 'start', cell: ({ ndcNumber }) => ndcNumber },
  { title: 'Rule', phone: 'middle', cell: ruleWords },
  {
    title: 'Exceptions',
    align: 'right',
    cell: ({ exceptions }) => exceptions.toLocaleString('en-US'),
  },
  {
    title: 'Used this month',
    phone: 'beside',
    isTitledOnPhone: true,
    align: 'right',
    cell: ({ used }) => used.toLocaleString('en-US'),
  },
]
