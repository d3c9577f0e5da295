import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Button, Group } from '@mantine/core'
import { backorderWords } from '#fulfillment/backorder-shapes.ts'
import { costCenterWords } from '#orders/charge-shapes.ts'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { LinesTable } from '#orders/web/lines-table.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { businessDayWords, Day } from '#web/ui/day.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { dayWords } from '#shared/day-words.ts'
import { fullName } from '#shared/full-name.ts'
import { type ApprovalRequest, listNames } from '../../approvals/request-shapes.ts'
import styles from './approvals.module.css'
import { Decision } from './decision.tsx'
import { usePutBack, useRequest, useWithdraw } from './hooks.ts'
import { RequestStateBadge } from './request-state.tsx'

/** A request with its reasons and its outcome. */
export function RequestPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const query = useRequest(id)
  return (
    <div className={styles.page}>
      <QueryStates
        query={query}
        missing={
          <>
            <PageHeading title="Order to approve" />
            <EmptyState title="Request not found">
              <Link to="/approvals">All requests</Link>
            </EmptyState>
          </>
        }
      >
        {(request) => (
          <>
            <PageHeading title={request.isMine ? 'Your request' : 'Order to approve'} lead={<Lead request={request} />}>
              <ButtonLink variant="default" to="/approvals">
                All requests
              </ButtonLink>
            </PageHeading>
            <div className={styles.sections}>
              <Facts request={request} />
              {request.mayDecide ? (
                <Decision key={request._id} request={request} />
              ) : (
                <>
                  <LinesTable label="Items" lines={request.lines.map(shownLine)} />
                  {request.isMine && <OwnActions request={request} />}
                </>
              )}
            </div>
          </>
        )}
      </QueryStates>
    </div>
  )
}

function Lead({ request: { askedBy, isMine, createdAt, state } }: { request: ApprovalRequest }) {
  return (
    <>
      <RequestStateBadge state={state} /> Requested by {isMine ? 'you' : fullName(askedBy)} on <Day at={createdAt} />
    </>
  )
}

function Facts({ request }: { request: ApprovalRequest }) {
  const { reasons, askedReason, given, purchaseOrder, costCenter, shippingMethod, shipTo, totalPrice } = request
  const { orderNote, attention, requestedDay, backorders, state } = request
  return (
    <Panel>
      <p className={styles.outcome}>
        <Outcome request={request} />
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>Why it needs approval</dt>
          <dd>{reasons.join(' ')}</dd>
        </div>
        {askedReason && (
          <div>
            <dt>Note from the requester</dt>
            <dd>{askedReason}</dd>
          </div>
        )}
        {given.length > 0 && (
          <div>
            <dt>Approved so far by</dt>
            {given.map(({ by, at }) => (
              <dd key={by._id}>
                {fullName(by)} on <Day at={at} />
              </dd>
            ))}
          </div>
        )}
        <div>
          <dt>Requested total</dt>
          <dd>
            <Money amount={totalPrice} />
          </dd>
        </div>
        <div>
          <dt>Shipping method</dt>
          <dd>{shippingMethod}</dd>
        </div>
        {shipTo && (
          <div>
            <dt>Ship to</dt>
            <dd>{shipTo}</dd>
          </div>
        )}
        {attention && (
          <div>
            <dt>Attention</dt>
            <dd>{attention}</dd>
          </div>
        )}
        {requestedDay && (
          <div>
            <dt>Requested delivery</dt>
            <dd>
              {dayWords(requestedDay)}
              {state === 'waiting' && ', or as soon as possible if it’s approved too late for that day'}
            </dd>
          </div>
        )}
        {backorders && (
          <div>
            <dt>If items are backordered</dt>
            <dd>{backorderWords[backorders]}</dd>
          </div>
        )}
        {orderNote && (
          <div>
            <dt>Note to the wholesaler</dt>
            <dd className={styles.note}>{orderNote}</dd>
          </div>
        )}
        <div>
          <dt>Purchase order</dt>
          <dd>{purchaseOrder || '–'}</dd>
        </div>
        {costCenter && (
          <div>
            <dt>Cost center</dt>
            <dd>{costCenterWords(costCenter)}</dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}

function Outcome({ request }: { request: ApprovalRequest }) {
  const { state, approvers, decidedBy, decidedAt, note, orderId, mayDecide, expiresAt } = request
  const by = decidedBy ? fullName(decidedBy) : ''
  switch (state) {
    case 'waiting':
      return (
        <Waiting
          way={
            mayDecide
              ? 'Waiting for your approval'
              : listNames(approvers) && `Waiting for approval by ${listNames(approvers)}`
          }
          expiresAt={expiresAt}
        />
      )
    case 'approved':
      return (
        <>
          Approved by {by} on <Day at={decidedAt} />.{' '}
          {orderId && (
            <Link to="/order/$id" params={{ id: orderId }}>
              View order
            </Link>
          )}
        </>
      )
    case 'rejected':
      return (
        <>
          Rejected by {by} on <Day at={decidedAt} />: {note}
        </>
      )
    case 'withdrawn':
      return (
        <>
          Withdrawn by {by} on <Day at={decidedAt} />.
        </>
      )
    case 'expired':
      return <>The request expired after seven days without a decision. Nothing was ordered.</>
  }
}

function Waiting({ way, expiresAt }: { way: string; expiresAt: string }) {
  if (way === '') return <>No approver is available. Ask a manager before {businessDayWords(expiresAt)}.</>
  return (
    <>
      {way} until {businessDayWords(expiresAt)}. The order is not placed and no stock is reserved before then.
    </>
  )
}

const shownLine = ({ askedPrice, quantity, approvedQuantity, ...line }: ApprovalRequest['lines'][number]) => ({
  ...line,
  quantity: approvedQuantity ?? quantity,
  price: askedPrice,
  facts: (
    <>
      <LineMarks line={line} />
      {approvedQuantity !== null && approvedQuantity !== quantity && (
        <span className={styles.changed}>
          {approvedQuantity === 0 ? 'Removed' : 'Changed'}: {quantity.toLocaleString('en-US')} requested
        </span>
      )}
    </>
  ),
})

function OwnActions({ request: { _id: id, state, lines } }: { request: ApprovalRequest }) {
  const navigate = useNavigate()
  const withdraw = useWithdraw()
  const putBack = usePutBack(() => void navigate({ to: '/cart' }))
  if (state === 'approved') return null
  const back = lines.map(({ _id, quantity, note }) => ({ _id, quantity, ...(note && { note }) }))
  return (
    <Group justify="flex-end">
      {state === 'waiting' ? (
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate({ params: { id } })}>
          Withdraw request
        </Button>
      ) : (
        <Button
          loading={putBack.isPending}
          onClick={() => putBack.mutate({ body: { lines: back, keepsHigher: true } })}
        >
          Put lines back in cart
        </Button>
      )}
    </Group>
  )
}
