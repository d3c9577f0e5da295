import { sql } from 'kysely'
import { recordAudit } from '#audit/record-entry.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { beginFetching } from './queue-pictures.ts'
import { lockImport } from './store-import.ts'

interface Steering {
  id: string
  act: 'again' | 'stop'
  actor: Caller
  request: RequestFacts
}

/** Retries the pictures that could not be fetched, or stops those that are waiting. Returns how many. */
export const controlPictures = (db: Db, { id, act, actor, request }: Steering): Promise<number> =>
  actOnce(db, request, async (tx) => {
    const { state, file_name } = await lockImport(tx, id)
    if (state === 'undoing' || state === 'undone') throw new Refusal(409, 'This import was undone.')
    const changed = await tx
      .updateTable('import_picture')
      .set(
        act === 'again'
          ? { state: 'waiting', problem: '', attempts: 0, due_at: sql<Date>`now()` }
          : { state: 'failed', problem: 'Picture not fetched: a user stopped it.' },
      )
      .where('import_id', '=', id)
      .where('state', '=', act === 'again' ? 'failed' : 'waiting')
      .returning('row')
      .execute()
    if (changed.length === 0)
      throw new Refusal(409, act === 'again' ? 'No pictures are missing.' : 'No pictures are being fetched.')
    await recordAudit(tx, {
      actorId: actor._id,
      action: act === 'again' ? 'pictures asked again' : 'pictures stopped',
      entity: 'import',
      entityId: id,
      after: { fileName: file_name, pictures: changed.length },
      request,
    })
    if (act === 'again') await beginFetching(tx, id)
    return changed.length
  })
