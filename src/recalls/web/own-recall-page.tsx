import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { dayWords } from '#shared/day-words.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { NotFoundPage } from '#web/shell/error-page.tsx'
import { useUser } from '#web/session.ts'
import { Callout } from '#web/ui/callout.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import facts from '#web/ui/facts.module.css'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import type { OwnRecallDetail } from '../contract.ts'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { classWords, lotWords } from '../recall-shapes.ts'
import { useOwnRecall, useReply } from './hooks.ts'
import { ReplyState } from './own-recalls-page.tsx'
import { ReplyForm } from './reply-form.tsx'
import { ReplyHistory } from './reply-history.tsx'

/** The letter of a recall and the reply of the business. */
export function OwnRecallPage() {
  const { id } = useParams({ from: '/recalls/$id' })
  const query = useOwnRecall(id)
  return (
    <QueryStates query={query} missing={<NotFoundPage />}>
      {(recall) => <OwnRecallView recall={recall} />}
    </QueryStates>
  )
}

function OwnRecallView({ recall }: { recall: OwnRecallDetail }) {
  const { firm, product, productCount, replyBy, sentAt, products, reason, instructions, soldSince, replies } = recall
  return (
    <>
      <RecordHead
        title="URGENT: DRUG RECALL"
        name={`${product}${productCount > 1 ? ` and ${productCount - 1} more` : ''}`}
        marks={<ReplyState recall={recall} />}
        facts={[classWords[recall.class], firm, `Sent ${businessDayWords(sentAt)}`, `Reply by ${dayWords(replyBy)}`]}
      >
        <ButtonLink size="xs" variant="default" to="/recalls">
          All recalls
        </ButtonLink>
      </RecordHead>
      <Stack gap="lg">
        <Panel title="Notice">
          <dl className={`${facts.facts} ${facts.ruled}`}>
            {products.map(({ productId, name, ndcNumber, packSize, manufacturer, lots, ...marks }) => (
              <div key={productId}>
                <dt>{lotWords(lots)}</dt>
                <dd>
                  <b>{name}</b> <LineMarks line={marks} />
                  <br />
                  {ndcNumber && <span style={{ whiteSpace: 'nowrap' }}>NDC {ndcNumber}</span>}
                  {[packSize, manufacturer].filter(Boolean).map((fact) => `, ${fact}`)}
                </dd>
              </div>
            ))}
            <div>
              <dt>Reason</dt>
              <dd>{reason}</dd>
            </div>
            <div>
              <dt>What to do</dt>
              <dd>{instructions}</dd>
            </div>
            <div>
              <dt>Bought from us</dt>
              <dd>Since {dayWords(soldSince)}</dd>
            </div>
          </dl>
          <p>If you passed any of it on, notify your own customers now.</p>
        </Panel>
        <Panel title="Your reply">
          <ReplyPart recall={recall} />
        </Panel>
        {replies.length > 0 && (
          <Panel title="Replies">
            <ReplyHistory products={products} replies={replies} />
          </Panel>
        )}
      </Stack>
    </>
  )
}

function ReplyPart({ recall: { _id: id, products, purchases, replies, isClosed } }: { recall: OwnRecallDetail }) {
  const isRep = useUser()?.isSalesRep ?? false
  const reply = useReply(() => window.scrollTo({ top: 0 }))
  if (isClosed) return <Callout>This recall is closed. Contact us to correct your reply.</Callout>
  if (isRep) return <Callout>Only the customer can reply.</Callout>
  return (
    <ForBuyers instead={<Callout>Your account is view-only. Ask a colleague to reply.</Callout>}>
      <ReplyForm
        key={replies.length}
        products={products}
        purchases={purchases}
        last={replies[0]}
        isPending={reply.isPending}
        title="Reply"
        readLabel="I read and understood this notice"
        answer={replies.length > 0 ? 'Correct reply' : 'Send reply'}
        send={(body) => reply.mutate({ params: { id }, body })}
      />
    </ForBuyers>
  )
}
