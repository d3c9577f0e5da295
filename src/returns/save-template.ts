import { sql } from 'kysely'
import { act, refuseStale } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { returns } from './contract.ts'

const maxTemplates = 100

export const addTemplate = (db: Db, call: CallOf<typeof returns.addTemplate>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from return_template`.execute(tx)
    if ((rows[0]?.count ?? 0) >= maxTemplates)
      throw new Refusal(409, `There are ${maxTemplates} answers already. Remove one first.`)
    const id = newId()
    const added = await tx
      .insertInto('return_template')
      .values({ id, ...call.body })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) throw titleTaken()
    await record('return answer added', ['return answer', id], { after: call.body })
  })

export const changeTemplate = (db: Db, call: CallOf<typeof returns.changeTemplate>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { id } = call.params
    const { __v: opened, ...fields } = call.body
    const before = await lockTemplate(tx, { id, opened })
    const other = await tx
      .selectFrom('return_template')
      .select('id')
      .where('kind', '=', fields.kind)
      .where(sql`lower(title)`, '=', fields.title.toLowerCase())
      .where('id', '!=', id)
      .executeTakeFirst()
    if (other) throw titleTaken()
    await tx
      .updateTable('return_template')
      .set({ ...fields, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute()
    await record('return answer changed', ['return answer', id], { before, after: fields })
  })

export const removeTemplate = (db: Db, call: CallOf<typeof returns.removeTemplate>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { id } = call.params
    const before = await lockTemplate(tx, { id, opened: call.query.__v })
    await tx.deleteFrom('return_template').where('id', '=', id).execute()
    await record('return answer removed', ['return answer', id], { before })
  })

const titleTaken = () => new Refusal(409, 'An answer with this title already exists.', { field: 'title' })

const lockTemplate = async (tx: Tx, { id, opened }: { id: string; opened: number }) => {
  const { version, ...before } = await tx
    .selectFrom('return_template')
    .select(['kind', 'title', 'words', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Answer'))
  refuseStale('This answer', { opened, version })
  return before
}
