import { momentWords } from '#web/ui/day.tsx'
import type { RecalledProduct, RecallReply } from '../recall-shapes.ts'

/** Earlier replies stay visible; the first one counts. */
export function ReplyHistory({
  products,
  replies,
}: {
  products: readonly RecalledProduct[]
  replies: readonly RecallReply[]
}) {
  if (replies.length === 0) return <p>No reply yet.</p>
  return (
    <ol aria-label="Replies" style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
      {replies.map((reply, at) => (
        <li key={reply.repliedAt}>
          <b>{at === 0 ? 'Current reply' : 'Earlier reply'}</b>, {momentWords(reply.repliedAt)}, {reply.repliedBy}
          {reply.lines.map(({ productId, onHand, returned, passedOn }) => (
            <div key={productId}>
              {products.find((product) => product.productId === productId)?.name}: {onHand} on hand, {returned}{' '}
              returned, {passedOn} passed on
            </div>
          ))}
          {reply.hasNotifiedCustomers && <div>Own customers notified</div>}
          {reply.note && <div>{reply.note}</div>}
        </li>
      ))}
    </ol>
  )
}
