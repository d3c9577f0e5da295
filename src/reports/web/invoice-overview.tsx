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
import figures from './figures.module.css'
import styles from './invoice-overview.module.css'
import { shareOut } from './share-out.ts'

const pieSize = 112

const InvoicePie = lazyPart(() => import('./invoice-pie.tsx').then((module) => module.InvoicePie))

/** Received, pending and unknown payments, and the age of pending ones. */
export function InvoiceOverviewPanel() {
  const query = useInvoiceOverviews()
  const asOf = query.data?.asOf
  return (
    <Block title="Invoice Overview" lead={asOf ? `Open items as of ${momentWords(asOf)}.` : undefined}>
      <QueryStates query={query} skeleton={<Skeleton height="18rem" />}>
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
      <div className={styles.parts}>
        <Suspense fallback={<Skeleton width={pieSize} height={`${pieSize}px`} />}>
          <InvoicePie size={pieSize} received={received} unknown={unknown} ages={isKnown ? ages : []} format={format} />
        </Suspense>
        <ListTable
          caption={`Payments in ${currency}`}
          rows={parts.map((part, at) => ({ ...part, share: shares[at] }))}
          rowKey={({ name }) => name}
          columns={[
            {
              title: 'Last 12 months',
              isName: true,
              width: '100%',
              cell: ({ name, look, filter, share }) => (
                <>
                  <span className={styles.swatch} data-look={look} aria-hidden="true" />
                  <Link to="/admin/invoices" search={{ query: { ...filter, currency } }}>
                    {name}
                  </Link>
                  {whole > 0 && <span className={figures.sub}>{share}%</span>}
                </>
              ),
            },
            { title: 'Amount', align: 'right', cell: ({ amount }) => <strong>{format(amount)}</strong> },
          ]}
        />
      </div>
      {isKnown && (
        <Ages
          ages={ages.map((age, tone) => ({ ...age, tone })).filter(({ invoices }) => invoices > 0)}
          format={format}
        />
      )}
    </div>
  )
}

/** With its color, which is stronger the older the payments are. */
type Age = Overview['ages'][number] & { tone: number }

/** Pending payments by age, as far as there are any. */
function Ages({ ages, format }: { ages: Age[]; format: (amount: number) => string }) {
  if (ages.length === 0) return null
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
          cell: ({ label, tone }) => (
            <>
              <span className={styles.swatch} data-look="pending" data-age={tone} aria-hidden="true" />
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
