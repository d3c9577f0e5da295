import { Link, useNavigate } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { NextPage } from '#web/ui/next-page.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Day } from '#web/ui/day.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import { useAddress } from '#web/use-address.ts'
import type { CaseRow } from '../../quarantine/case-shapes.ts'
import { CaseForm } from './case-form.tsx'
import { useCases } from './hooks.ts'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({ page: PageNumber })

/** Investigations of suspect product. */
export function CasesPage() {
  const [{ page }, change] = useAddress(Address)
  const [isOpening, setIsOpening] = useState(false)
  const navigate = useNavigate()
  const query = useCases(page)
  return (
    <>
      <PageHeading
        title="Suspect product"
        lead="Quarantine and investigation. Customers see only that the product is on hold."
      >
        <ActButton size="xs" onClick={() => setIsOpening(true)}>
          New case
        </ActButton>
      </PageHeading>
      <Dialog isOpen={isOpening} title="New case" size="lg" close={() => setIsOpening(false)}>
        <CaseForm
          cancel={() => setIsOpening(false)}
          done={(id) => void navigate({ to: '/admin/suspect/$id', params: { id } })}
        />
      </Dialog>
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Cases of suspect product"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              isMuted={({ state }) => state === 'cleared' || state === 'ended'}
              isStale={query.isPlaceholderData}
              empty={{
                icon: <ShieldAlert size={28} strokeWidth={1.5} />,
                title: 'No cases yet',
                text: 'Open a case when a product may be counterfeit, diverted, stolen or unfit, to stop its sales.',
              }}
            />
            <NextPage page={page} hasMore={hasMore} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
    </>
  )
}

export const caseStatuses: Record<CaseRow['state'], [Tone, string]> = {
  open: ['notice', 'Under investigation'],
  cleared: ['good', 'Cleared'],
  illegitimate: ['bad', 'Illegitimate'],
  ended: ['neutral', 'Notice ended'],
}

const columns: ListColumn<CaseRow>[] = [
  {
    title: 'Product',
    isName: true,
    cell: ({ _id: id, product }) => (
      <Link to="/admin/suspect/$id" params={{ id }}>
        {product.name}
      </Link>
    ),
  },
  { title: 'NDC', phone: 'start', isUnbroken: true, width: '10rem', cell: ({ product }) => product.ndcNumber || '–' },
  { title: 'Lots', width: '12rem', cell: ({ lots }) => (lots.length > 0 ? lots.slice(0, 3).join(', ') : 'Not known') },
  { title: 'Opened', phone: 'middle', isUnbroken: true, width: '8rem', cell: ({ openedAt }) => <Day at={openedAt} /> },
  { title: 'By', width: '10rem', cell: ({ openedBy }) => openedBy },
  {
    title: 'Status',
    phone: 'end',
    width: '11rem',
    cell: ({ state }) => <Status tone={caseStatuses[state][0]}>{caseStatuses[state][1]}</Status>,
  },
]
