import { TextLink } from '#web/ui/button-link.tsx'
import { Block } from '#web/ui/block.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { useRequests } from './hooks.ts'
import { requestColumns } from './request-columns.tsx'
import { useStatus } from './waiting-count.tsx'

const shown = 5

/** The orders that wait for the reader's approval; nothing without one. */
export function WaitingRequests() {
  const { data } = useStatus(true)
  return data && data.toDecide > 0 && <Waiting count={data.toDecide} />
}

function Waiting({ count }: { count: number }) {
  const query = useRequests('others', 1)
  return (
    <Block title="Waiting for your approval" controls={<TextLink to="/approvals">All {count}</TextLink>}>
      <QueryStates query={query} skeleton={<Skeleton height="6rem" />}>
        {({ requests }) => (
          <ListTable
            caption="Waiting for your approval"
            columns={requestColumns.filter(({ title }) => title !== 'Status')}
            rows={requests.filter(({ state }) => state === 'waiting').slice(0, shown)}
            rowKey={({ _id }) => _id}
          />
        )}
      </QueryStates>
    </Block>
  )
}
