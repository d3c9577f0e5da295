import type { App } from '#platform/feature.ts'
import { notFound } from '#platform/http/refusal.ts'
import { grouped } from '#shared/number-words.ts'
import { recallNotices, recalls } from './contract.ts'
import { recallFile } from './export-recall.ts'
import { addressFile } from './list-addresses.ts'
import { pageOfRecalls, pageOfRecipients, recallById, recipientById } from './queries.ts'
import { ownRecallById, pageOfOwnRecalls } from './read-notices.ts'
import { notifiedRecipients } from './queue-notices.ts'
import { addRecall, changeRecall, closeRecall, recipientsOfRecall, removeDraft, sendRecall } from './save-recall.ts'
import { saveCall, saveReply, saveReplyFor } from './save-reply.ts'
import type { Splitting } from './quarantine/reconcile-orders.ts'

export const recallRoutes = ({ serve, serveFile, db }: App, splitting: Splitting): void => {
  serve(recalls.list, ({ query }) => pageOfRecalls(db, query.page))
  serve(recalls.add, async (call) => ({ message: 'Draft saved', _id: await addRecall(db, call) }))
  serve(recalls.byId, ({ params }) => recallById(db, params.id))
  serve(recalls.change, (call) => changeRecall(db, call))
  serve(recalls.remove, (call) => removeDraft(db, call))
  serve(recalls.preview, async ({ params }) => {
    const recipients = await recipientsNow(params.id)
    return {
      count: recipients.length,
      rows: recipients.slice(0, 50).map(({ name, account, basis, purchases }) => ({
        name,
        account,
        basis,
        pieces: purchases.reduce((sum, { pieces }) => sum + pieces, 0),
      })),
    }
  })
  serve(recalls.send, async (call) => {
    const recipients = await sendRecall(db, splitting, call)
    return { message: `Sending to ${grouped(recipients)} ${recipients === 1 ? 'recipient' : 'recipients'}`, recipients }
  })
  serve(recalls.close, (call) => closeRecall(db, splitting, call))
  serve(recalls.recipients, ({ params, query }) => pageOfRecipients(db, params.id, query))
  serve(recalls.replies, ({ params }) => recipientById(db, params))
  serve(recalls.call, (call) => saveCall(db, call))
  serve(recalls.replyFor, (call) => saveReplyFor(db, call))

  serveFile(recalls.file, ({ params }) => recallFile(db, params.id))
  serveFile(recalls.letters, async ({ params: { id } }) => {
    const now = await recipientsNow(id)
    const notified = await notifiedRecipients(db, { recallId: id, caseId: null, turn: 'recall' })
    return addressFile(db, `letters-${id}.csv`, notified.length > 0 ? notified : now)
  })

  const recipientsNow = async (id: string) => {
    const recall = await db.selectFrom('recall').select(['id', 'sold_since']).where('id', '=', id).executeTakeFirst()
    if (!recall) throw notFound('Recall')
    return recipientsOfRecall(db, recall)
  }

  serve(recallNotices.list, ({ query, user }) => pageOfOwnRecalls(db, user, query.page))
  serve(recallNotices.byId, ({ params, user }) => ownRecallById(db, user, params.id))
  serve(recallNotices.reply, (call) => saveReply(db, call))
}
