import { Button, Group, Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { callAddress } from '#web/api-address.ts'
import { download } from '#web/download.ts'
import { NotFoundPage } from '#web/shell/error-page.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { MomentText, momentWords } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import { Status } from '#web/ui/status.tsx'
import { monitoring } from '../../monitoring/contract.ts'
import { reportFormats, type OrderReview } from '../../monitoring/review-shapes.ts'
import { DecisionPanel } from './decision-panel.tsx'
import { EntriesPanel } from './entries-panel.tsx'
import { FlagsPanel } from './flags-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { useOrderReview, useStart } from './hooks.ts'
import { reviewStatus } from './reviews-page.tsx'
import { unitsWords } from './rule-words.ts'

interface Parts {
  /** What the customer asked to change meanwhile; orders are in a room above. */
  ChangesPanel: ComponentType<{ orderId: string }>
}

/** One order under review: what was found, the history, evidence and the decision. */
export function OrderReviewPage(parts: Parts) {
  const { id } = useParams({ from: '/admin/review/$id' })
  const query = useOrderReview(id)
  return (
    <QueryStates query={query} missing={<NotFoundPage />}>
      {(review) => <ReviewView review={review} {...parts} />}
    </QueryStates>
  )
}

function ReviewView({ review, ChangesPanel }: Parts & { review: OrderReview }) {
  const { _id: id, customer, order, openedAt, startedAt, outcome, ruleSet, shipTo } = review
  const start = useStart()
  const { tone, words } = reviewStatus(review)
  return (
    <>
      <RecordHead
        title="Order review"
        name={customer || 'Without a name'}
        marks={<Status tone={tone}>{words}</Status>}
        facts={[
          <Link key="order" to="/order/$id" params={{ id: order._id }}>
            {order.orderIdSap ? `Order ${order.orderIdSap}` : 'Order'}
          </Link>,
          `Placed ${momentWords(order.createdAt)}`,
          `Opened ${momentWords(openedAt)}`,
          ruleSet === null ? 'No rules active' : `Rules version ${ruleSet}`,
          ...(shipTo ? [`Ship to ${shipTo}`] : []),
        ]}
      >
        {outcome === null && startedAt === null && (
          <ActButton size="xs" loading={start.isPending} onClick={() => start.mutate({ params: { id } })}>
            Start review
          </ActButton>
        )}
      </RecordHead>
      <Stack>
        {outcome && <Decided review={review} />}
        <Panel title="Controlled lines">
          <ListTable
            caption="Controlled lines"
            columns={lineColumns}
            rows={review.lines}
            rowKey={({ ndc, name }) => `${ndc} ${name}`}
          />
        </Panel>
        <ChangesPanel orderId={order._id} />
        <FlagsPanel review={review} />
        <HistoryPanel review={review} />
        <EntriesPanel review={review} />
        {outcome === null && <DecisionPanel review={review} />}
      </Stack>
    </>
  )
}

function Decided({ review: { _id: id, outcome, decision, decidedBy, decidedAt, order } }: { review: OrderReview }) {
  return (
    <Callout
      tone={outcome === 'reported' ? 'bad' : 'good'}
      role="note"
      title={outcome === 'reported' ? 'Reported and not shipped' : 'Released'}
    >
      <p>{decision}</p>
      <p>
        {decidedBy}, {decidedAt && <MomentText at={decidedAt} />}
      </p>
      {outcome === 'reported' && (
        <Group gap="xs" mt="xs">
          {reportFormats.map((format) => (
            <Button
              key={format}
              size="compact-sm"
              variant="default"
              onClick={() =>
                void download(
                  callAddress(monitoring.reportFile.path, { params: { id, format } }),
                  `suspicious-order-${order._id}.${format}`,
                )
              }
            >
              Report as {format.toUpperCase()}
            </Button>
          ))}
        </Group>
      )}
    </Callout>
  )
}

const lineColumns: ListColumn<OrderReview['lines'][number]>[] = [
  { title: 'Product', isName: true, cell: ({ name }) => name },
  { title: 'NDC', phone: 'start', isUnbroken: true, width: '10rem', cell: ({ ndc }) => ndc || '–' },
  { title: 'Schedule', phone: 'middle', width: '6rem', cell: ({ schedule }) => schedule || '–' },
  { title: 'Family', width: '10rem', cell: ({ family }) => family || 'Not known' },
  { title: 'Quantity', align: 'right', width: '6rem', cell: ({ quantity }) => unitsWords(quantity) },
  {
    title: 'Base units',
    phone: 'end',
    align: 'right',
    width: '7rem',
    cell: ({ units }) => (units === null ? 'Not known' : unitsWords(units)),
  },
]
