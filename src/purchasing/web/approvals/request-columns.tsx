import { fullName } from '#shared/full-name.ts'
import { type ListColumn, RowLink } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import { Money } from '#web/ui/money.tsx'
import type { RequestRow } from '../../approvals/request-shapes.ts'
import { RequestStateBadge } from './request-state.tsx'

export const requestColumns: ListColumn<RequestRow>[] = [
  {
    title: 'Requested by',
    isName: true,
    cell: ({ _id: id, askedBy, purchaseOrder }) => (
      <RowLink to="/approvals/$id" params={{ id }}>
        {fullName(askedBy)}
        {purchaseOrder && ` · ${purchaseOrder}`}
      </RowLink>
    ),
  },
  { title: 'Total', phone: 'beside', align: 'right', cell: ({ totalPrice }) => <Money amount={totalPrice} /> },
  { title: 'Lines', phone: 'middle', isTitledOnPhone: true, align: 'right', cell: ({ lineCount }) => lineCount },
  { title: 'Requested on', phone: 'start', cell: ({ createdAt }) => <Day at={createdAt} /> },
  { title: 'Status', phone: 'end', cell: ({ state }) => <RequestStateBadge state={state} /> },
]
