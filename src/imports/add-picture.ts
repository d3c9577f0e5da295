import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { runInThread } from '#platform/work-threads.ts'
import { savePictureOnce } from '#files/save-picture.ts'
import type { PictureStore } from '#files/open-store.ts'
import { pictureIn } from '#files/store-picture.ts'
import type { imports } from './contract.ts'
import { lockImport, refuseRows, withRefused } from './store-import.ts'

interface Context {
  db: Db
  store: PictureStore
}

type Added = CallOf<typeof imports.addPicture>

/** Stores the picture of a row. An unusable picture refuses its own row only. */
export const addPicture = async ({ db, store }: Context, call: Added, request: FastifyRequest): Promise<void> => {
  await refuseStrangers(db, call)
  try {
    const original = await pictureIn(request)
    const image = await savePictureOnce({ db, store }, original, (given) =>
      runInThread({ userId: call.user._id, kind: 'picture', noun: 'pictures', prepare: async () => given }),
    )
    await transaction(db, (tx) => savePicture(tx, call.params, image))
  } catch (error) {
    if (!(error instanceof Refusal) || ![413, 415].includes(error.status)) throw error
    await transaction(db, (tx) => refuse(tx, call.params, error.message))
  }
}

const refuseStrangers = async (db: Db, { params: { id, row }, query: { file }, user }: Added): Promise<void> => {
  const one = await db
    .selectFrom('import')
    .innerJoin('import_row', 'import_row.import_id', 'import.id')
    .select(['owner_id', 'state', sql<string>`facts ->> 'file'`.as('file')])
    .where('import.id', '=', id)
    .where('import_row.row', '=', row)
    .where('kind', '=', 'pictures')
    .executeTakeFirst()
  if (!one) throw notFound('Row')
  if (one.owner_id !== user._id) throw new Refusal(403, 'Only the user who started an import can send its pictures.')
  // Refuses the pictures of another selection of files.
  if (one.file !== file) throw new Refusal(409, 'These files differ from those that were checked. Start a new import.')
  if (one.state !== 'ready')
    throw new Refusal(409, 'Pictures are accepted after all file names arrive and until the import is applied.')
}

const savePicture = async (tx: Tx, { id, row }: Added['params'], image: string): Promise<void> => {
  const { state } = await lockImport(tx, id)
  if (state !== 'ready') return
  await sql`
    update import_row set facts = facts::jsonb || jsonb_build_object('image', ${image}::text)
    where import_id = ${id}::uuid and row = ${row} and verdict in ('new', 'changed')`.execute(tx)
}

const refuse = async (tx: Tx, { id, row }: Added['params'], reason: string): Promise<void> => {
  const { state, counts } = await lockImport(tx, id)
  if (state !== 'ready') return
  const refused = await refuseRows(tx, id, new Map([[row, reason]]))
  await tx
    .updateTable('import')
    .set({ counts: JSON.stringify(withRefused(counts, refused)) })
    .where('id', '=', id)
    .execute()
}
