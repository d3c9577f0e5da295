import { recordAudit } from '#audit/record-entry.ts'
import type { Db } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { actOnce } from '#platform/http/act-once.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { businessOfUser } from './queries.ts'

interface Act {
  actorId: string
  /** Any user of the business. */
  userId: string
  request: RequestFacts
}

/** Audits author and length only: notes can be removed, audit entries cannot. */
export const addNote = (db: Db, { actorId, userId, text, request }: Act & { text: string }): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const id = newId()
    const businessId = await businessOfUser(tx, userId)
    await tx.insertInto('customer_note').values({ id, business_id: businessId, author_id: actorId, text }).execute()
    const about = { entity: 'business', entityId: businessId, after: { note: id, letters: text.length } }
    await recordAudit(tx, { actorId, action: 'note written', ...about, request })
  })

export const removeNote = (db: Db, { actorId, userId, noteId, request }: Act & { noteId: string }): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const businessId = await businessOfUser(tx, userId)
    const gone = await tx
      .deleteFrom('customer_note')
      .where('id', '=', noteId)
      .where('business_id', '=', businessId)
      .returning('author_id')
      .executeTakeFirst()
    if (!gone) throw notFound('Note')
    const about = { entity: 'business', entityId: businessId, before: { note: noteId, author: gone.author_id } }
    await recordAudit(tx, { actorId, action: 'note removed', ...about, request })
  })
