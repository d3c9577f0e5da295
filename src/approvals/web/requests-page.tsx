import { Link } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#web/session.ts'
import { Day } from '#web/ui/day.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { requestsPerPage } from '../contract.ts'
import type { RequestRow } from '../request-shapes.ts'
import table from '#web/table/plain-table.module.css'
import styles from './approvals.module.css'
import { DeputyPanel } from './deputy-panel.tsx'
import { useRequests } from './hooks.ts'
import { fullName } from './people-names.ts'
import { RequestStateBadge } from './request-state.tsx'
import { useStatus } from './use-status.ts'

/** Requests waiting for the reader's approval, and the reader's own requests. */
export function RequestsPage() {
  const status = useStatus(true)
  const user = useUser()
  const isApprover = user?.buyingRole === 'approver' || user?.buyingRole === 'manager'
  return (
    <>
      <PageHeading title="Approvals" lead="Orders waiting for approval." />
      <QueryStates query={status}>
        {({ mayApprove }) => (
          <div className={styles.sections}>
            {mayApprove && (
              <Requests
                whose="others"
                title="To approve"
                empty="Nothing to approve. We email you when someone requests approval."
              />
            )}
            {!isApprover && (
              <Requests
                whose="mine"
                title="My requests"
                empty="Your orders that need approval appear here, with their status."
              />
            )}
            {isApprover && <DeputyPanel />}
          </div>
        )}
      </QueryStates>
    </>
  )
}

interface Props {
  whose: 'mine' | 'others'
  title: string
  empty: string
}

function Requests({ whose, title, empty }: Props) {
  const [page, setPage] = useState(1)
  const query = useRequests(whose, page)
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <QueryStates query={query}>
        {({ requests, count }) =>
          count === 0 ? (
            <EmptyState icon={<BadgeCheck size={28} strokeWidth={1.5} />} title="No requests">
              {empty}
            </EmptyState>
          ) : (
            <>
              <RequestTable label={title} requests={requests} />
              <PageNumbers page={page} pages={Math.ceil(count / requestsPerPage)} goTo={setPage} />
            </>
          )
        }
      </QueryStates>
    </section>
  )
}

function RequestTable({ label, requests }: { label: string; requests: readonly RequestRow[] }) {
  return (
    <table className={table.table} aria-label={label}>
      <TableHead titles={['Requested by', 'Total', 'Lines', 'Requested on', 'Status']} />
      <tbody>
        {requests.map(({ _id, askedBy, totalPrice, lineCount, purchaseOrder, createdAt, state }) => (
          <tr key={_id}>
            <th scope="row">
              <Link to="/approvals/$id" params={{ id: _id }}>
                {fullName(askedBy)}
                {purchaseOrder && ` · ${purchaseOrder}`}
              </Link>
            </th>
            <td data-label="Total">
              <Money amount={totalPrice} />
            </td>
            <td data-label="Lines">{lineCount}</td>
            <td data-label="Requested on">
              <Day at={createdAt} />
            </td>
            <td data-label="Status">
              <RequestStateBadge state={state} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
