import { Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { dayWords } from '#shared/day-words.ts'
import { grouped } from '#shared/number-words.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { useMayOrder } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { NotFoundPage } from '#web/shell/error-page.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { businessDayWords, momentWords } from '#web/ui/day.tsx'
import facts from '#web/ui/facts.module.css'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import { Status } from '#web/ui/status.tsx'
import type { ReturnDetail, ReturnLine } from '../contract.ts'
import { marksOf, returnName } from '../return-words.ts'
import { conditions, desks, receivedConditions, returnReasons } from '../return-shapes.ts'
import { ClerkPanel } from './clerk-panel.tsx'
import { useCancelReturn, useReturn } from './hooks.ts'
import { LabelButton } from './label-button.tsx'
import { NewReturn } from './new-return.tsx'
import { PhotosPanel } from './photos-panel.tsx'
import { newReturnId } from './return-link.tsx'
import { nextFor, states } from './state-words.ts'
import styles from './returns.module.css'

/** A return request with its state, for admins with the next steps; or the form for a new one. */
export function ReturnPage() {
  const { id = '' } = useParams({ strict: false })
  return id === newReturnId ? <NewReturn /> : <ReturnById id={id} />
}

function ReturnById({ id }: { id: string }) {
  const query = useReturn(id)
  return (
    <QueryStates query={query} missing={<NotFoundPage />}>
      {(found) => <ReturnView found={found} />}
    </QueryStates>
  )
}

function ReturnView({ found }: { found: ReturnDetail }) {
  const isAdmin = useUser()?.isAdmin ?? false
  const { state, order, invoice, desk, requestedAt, requestedBy, company } = found
  const { tone, words } = states[state]
  return (
    <>
      <RecordHead
        title="Return"
        name={returnName(found)}
        marks={<Status tone={tone}>{words}</Status>}
        facts={[
          order ? (
            <Link key="order" to="/order/$id" params={{ id: order._id }}>
              Order {order.orderIdSap ?? 'without a number yet'}
            </Link>
          ) : (
            `Invoice ${invoice ?? ''}`
          ),
          isAdmin && company,
          `Requested ${businessDayWords(requestedAt)} by ${requestedBy}`,
          `Desk: ${desks[desk]}`,
        ].filter(Boolean)}
      >
        <CancelButton found={found} />
        <ButtonLink size="xs" variant="default" to={isAdmin ? '/admin/returns' : '/returns'}>
          All returns
        </ButtonLink>
      </RecordHead>
      <Stack gap="lg">
        {!isAdmin && <NextStep found={found} />}
        <Panel title="Goods">
          <ul className={styles.list} aria-label="Goods">
            {found.items.map((line) => (
              <Goods key={line.lineNo} line={line} isOpen={state === 'requested'} />
            ))}
          </ul>
        </Panel>
        <PhotosPanel found={found} />
        {isAdmin && <ClerkPanel key={found.__v} found={found} />}
        <Panel title="Progress">
          <dl className={`${facts.facts} ${facts.ruled}`}>
            <Fact word="Contact">{found.contact}</Fact>
            <Fact word="Requested">{momentWords(requestedAt)}</Fact>
            {found.authorizedAt && <Fact word="Authorized">{momentWords(found.authorizedAt)}</Fact>}
            {found.orderForm && <Fact word="Our order form">{found.orderForm}</Fact>}
            {found.receivedAt && <Fact word="Received">{momentWords(found.receivedAt)}</Fact>}
            {found.closedAt && <Fact word={words}>{momentWords(found.closedAt)}</Fact>}
            {found.creditNumber && <Fact word="Credit note">{found.creditNumber}</Fact>}
          </dl>
        </Panel>
      </Stack>
    </>
  )
}

function Fact({ word, children }: { word: string; children: string }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CancelButton({ found: { _id: id, __v, state } }: { found: ReturnDetail }) {
  const cancel = useCancelReturn()
  const isAdmin = useUser()?.isAdmin ?? false
  const mayOrder = useMayOrder()
  if (isAdmin || !mayOrder || (state !== 'requested' && state !== 'authorized')) return null
  return (
    <ConfirmButton
      label="Cancel return"
      button={{ size: 'xs' }}
      question="Cancel this return?"
      isDestructive
      isPending={cancel.isPending}
      confirm={(close) => cancel.mutate({ params: { id }, body: { __v } }, { onSettled: close })}
    >
      <p>Do not ship the goods afterwards. You can request their return again.</p>
    </ConfirmButton>
  )
}

/** What happens next, in words, with the wholesaler's answer. */
function NextStep({ found }: { found: ReturnDetail }) {
  const { state, answer, label } = found
  const isAnswered = answer !== '' && state !== 'canceled'
  return (
    <Callout tone={state === 'refused' ? 'warning' : 'plain'} role="note" title={nextFor(found)}>
      {isAnswered && <p className={styles.answer}>{answer}</p>}
      {label && state === 'authorized' && <LabelButton found={found} label={label} />}
    </Callout>
  )
}

function Goods({ line, isOpen }: { line: ReturnLine; isOpen: boolean }) {
  const { quantity, reason, lot, expiry, condition, receivedQuantity, receivedCondition, restockedQuantity } = line
  const said = [
    `${grouped(quantity)} ${quantity === 1 ? 'piece' : 'pieces'}`,
    returnReasons[reason],
    condition && conditions[condition],
    lot && `Lot ${lot}`,
    expiry && `Expires ${dayWords(expiry)}`,
    receivedQuantity !== null && `${grouped(receivedQuantity)} received`,
    receivedCondition && receivedConditions[receivedCondition],
    restockedQuantity > 0 && `${grouped(restockedQuantity)} restocked`,
  ].filter(Boolean)
  return (
    <li className={styles.item}>
      <div>
        <strong>
          <DrugName name={line.name} />
        </strong>{' '}
        <LineMarks line={marksOf(line)} />{' '}
        {line.schedule === 'unknown' && <Status tone="notice">Schedule unknown</Status>}
      </div>
      <div>
        {line.number} · {said.join(' · ')}
      </div>
      {line.words && <div className={styles.answer}>{line.words}</div>}
      {isOpen && (
        <div>
          {line.why} {line.next}
        </div>
      )}
    </li>
  )
}
