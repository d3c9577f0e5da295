import { act } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { notes } from './contract.ts'
import { businessOfUser } from './queries.ts'

/** Audits author and length only: notes can be removed, audit entries cannot. */
export const addNote = (db: Db, { params, body: { text }, ...acting }: CallOf<typeof notes.add>): Promise<void> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const id = newId()
    const businessId = await businessOfUser(tx, params.id)
    await tx.insertInto('customer_note').values({ id, business_id: businessId, author_id: actor._id, text }).execute()
    await record('note written', ['business', businessId], { after: { note: id, letters: text.length } })
  })

export const removeNote = (db: Db, { params, ...acting }: CallOf<typeof notes.remove>): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const businessId = await businessOfUser(tx, params.id)
    const gone = await tx
      .deleteFrom('customer_note')
      .where('id', '=', params.note)
      .where('business_id', '=', businessId)
      .returning('author_id')
      .executeTakeFirst()
    if (!gone) throw notFound('Note')
    await record('note removed', ['business', businessId], { before: { note: params.note, author: gone.author_id } })
  })
