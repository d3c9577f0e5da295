import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FileSearch } from 'lucide-react'
import { figureFilters } from '#billing/invoices/figure-shapes.ts'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { InvoiceOverview as Overview } from '../contract.ts'
import { Block } from '#web/ui/block.tsx'
import { useInvoiceOverviews } from './hooks.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { momentWords } from '#web/ui/day.tsx'
import styles from './invoice-overview.module.css'
import { shareOut } from './share-out.ts'

const InvoicePie = lazyPart(() => import('./invoice-pie.tsx').then((module) => module.InvoicePie))

/** Received, pending and unknown payments, and the age of pending ones. */
export function InvoiceOverviewPanel() {
  const query = useInvoiceOverviews()
  const asOf = query.data?.asOf
  return (
    <Block title="Invoice Overview" lead={asOf ? `Open items in the ERP as of ${momentWords(asOf)}.` : undefined}>
      <QueryStates query={query} skeleton={<Skeleton height="16rem" />}>
        {({ currencies }) =>
          currencies.length === 0 ? (
            <EmptyState icon={<FileSearch size={28} strokeWidth={1.5} />} title="No invoices yet">
              Payments appear here once the ERP issues invoices.
            </EmptyState>
          ) : (
            currencies.map((overview) => (
              <Currency key={overview.currency} overview={overview} isKnown={Boolean(asOf)} />
            ))
          )
        }
      </QueryStates>
    </Block>
  )
}

function Currency({ overview, isKnown }: { overview: Overview; isKnown: boolean }) {
  const { currency, received, pending, unknown, ages, since } = overview
  const format = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency })
  const parts = [
    { name: 'Received', amount: received, look: 'received' as const, filter: figureFilters.paid(since) },
    { name: 'Pending', amount: pending, look: 'pending' as const, filter: figureFilters.owed },
    {
      name: isKnown ? 'Not yet reported' : 'Invoiced',
      amount: unknown,
      look: 'unknown' as const,
      filter: figureFilters.unknown(since),
    },
  ].filter(({ amount, look }) => amount > 0 || (isKnown && look !== 'unknown'))
  const whole = parts.reduce((sum, { amount }) => sum + amount, 0)
  const shares = shareOut(parts.map(({ amount }) => amount))
  return (
    <div className={styles.overview}>
      {!isKnown && <p className={styles.unknown}>The ERP has not reported payments yet. Invoiced amounts are shown.</p>}
      <div className={styles.pie}>
        <Suspense fallback={<Skeleton width={144} height="144px" />}>
          <InvoicePie received={received} unknown={unknown} ages={isKnown ? ages : []} format={format} />
        </Suspense>
      </div>
      <ListTable
        caption={`Payments in ${currency}`}
        rows={parts.map((part, at) => ({ ...part, share: shares[at] }))}
        rowKey={({ name }) => name}
        columns={[
          {
            title: 'Invoices of the last 12 months',
            isName: true,
            width: '100%',
            cell: ({ name, look, filter }) => (
              <>
                <span className={styles.swatch} data-look={look} aria-hidden="true" />
                <Link to="/admin/invoices" search={{ query: { ...filter, currency } }}>
                  {name}
                </Link>
              </>
            ),
          },
          { title: 'Amount', align: 'right', cell: ({ amount }) => <strong>{format(amount)}</strong> },
          { title: 'Share', align: 'right', cell: ({ share }) => (whole > 0 ? `${share}%` : '–') },
        ]}
      />
      {isKnown && <Ages ages={ages} format={format} />}
    </div>
  )
}

function Ages({ ages, format }: { ages: Overview['ages']; format: (amount: number) => string }) {
  return (
    <ListTable
      caption="Pending payments by age"
      rows={ages}
      rowKey={({ label }) => label}
      columns={[
        {
          title: 'Pending payments',
          isName: true,
          width: '100%',
          cell: ({ label }) => (
            <>
              <span
                className={styles.swatch}
                data-look="pending"
                data-age={ages.findIndex((age) => age.label === label)}
                aria-hidden="true"
              />
              {label}
            </>
          ),
        },
        {
          title: 'Invoices',
          align: 'right',
          cell: ({ label, invoices, filter }) => (
            <Link
              to="/admin/invoices"
              search={{ query: filter, sort: 'dueDate' }}
              aria-label={`${label}: ${invoices} invoices`}
            >
              {invoices.toLocaleString('en-US')}
            </Link>
          ),
        },
        { title: 'Amount', align: 'right', cell: ({ amount }) => format(amount) },
      ]}
    />
  )
}
