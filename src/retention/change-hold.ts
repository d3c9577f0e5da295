import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { retention } from './contract.ts'

/** Applies from the next purge on; a running one finishes its batch first. */
export const setHold = (db: Db, call: CallOf<typeof retention.setHold>): Promise<string> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { forUser, productId, lot, reference, reason } = call.body
    const business_id = forUser ? await businessOf(tx, forUser) : null
    if (productId) await refuseUnknownProduct(tx, productId)
    const subject = { business_id, product_id: productId ?? null, lot: lot ?? null }
    const added = await tx
      .insertInto('legal_hold')
      .values({ id: newId(), ...subject, reference, reason, set_by: actor._id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Refusal(409, `There is a hold with the reference ${reference} already.`)
    await record('legal hold set', ['legal hold', added.id], { after: { ...subject, reference, reason } })
    return added.id
  })

/** Also of a deleted user or a closed business: their records stay. */
const businessOf = async (tx: Tx, userId: string): Promise<string> => {
  const { business_id } = await tx
    .selectFrom('user_account')
    .select('business_id')
    .where('id', '=', userId)
    .where('business_id', 'is not', null)
    .executeTakeFirstOrThrow(() => notFound('Customer'))
  return business_id ?? ''
}

/** Deleted products keep their records. */
const refuseUnknownProduct = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .selectFrom('product')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Product'))
}

export const releaseHold = (db: Db, call: CallOf<typeof retention.releaseHold>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    const hold = await tx
      .selectFrom('legal_hold')
      .select(['reference', 'released_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Legal hold'))
    if (hold.released_at !== null) throw new Refusal(409, 'This legal hold was released already.')
    const { reason } = call.body
    await tx
      .updateTable('legal_hold')
      .set({ released_at: sql<Date>`now()`, released_by: actor._id, release_reason: reason })
      .where('id', '=', id)
      .execute()
    await record('legal hold released', ['legal hold', id], {
      before: { reference: hold.reference },
      after: { reason },
    })
  })
