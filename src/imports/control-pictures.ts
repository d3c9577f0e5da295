import { sql } from 'kysely'
import { act } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { imports } from './contract.ts'
import { beginFetching } from './queue-pictures.ts'
import { lockImport } from './store-import.ts'

/** Retries the pictures that could not be fetched, or stops those that are waiting. Returns how many. */
export const controlPictures = (
  db: Db,
  { params: { id }, body, ...acting }: CallOf<typeof imports.steerPictures>,
): Promise<number> =>
  act(db, acting, async ({ tx, record }) => {
    const isAgain = body.act === 'again'
    const { state, file_name } = await lockImport(tx, id)
    if (state === 'undoing' || state === 'undone') throw new Refusal(409, 'This import was undone.')
    const changed = await tx
      .updateTable('import_picture')
      .set(
        isAgain
          ? { state: 'waiting', problem: '', attempts: 0, due_at: sql<Date>`now()` }
          : { state: 'failed', problem: 'Picture not fetched: a user stopped it.' },
      )
      .where('import_id', '=', id)
      .where('state', '=', isAgain ? 'failed' : 'waiting')
      .returning('row')
      .execute()
    if (changed.length === 0)
      throw new Refusal(409, isAgain ? 'No pictures are missing.' : 'No pictures are being fetched.')
    await record(isAgain ? 'pictures requested again' : 'pictures stopped', ['import', id], {
      after: { fileName: file_name, pictures: changed.length },
    })
    if (isAgain) await beginFetching(tx, id)
    return changed.length
  })
