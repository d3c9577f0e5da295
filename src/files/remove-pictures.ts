import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { fileOf } from './save-picture.ts'
import type { PictureStore } from './open-store.ts'
import { pictureWidths } from './encode-picture.ts'

const hoursToApply = 24
const atOnce = 100

/**
 * Removes uploaded pictures that no product used within a day. They are marked first and removed afterwards, so that a
 * concurrent save is refused and an interrupted removal continues the next time.
 */
export const removeForgottenPictures = async (db: Db, store: PictureStore): Promise<void> => {
  await transaction(db, async (tx) => {
    if (await isAnyForgotten(tx)) await markForgotten(tx)
  })
  for (;;) {
    const names = await markedPictures(db)
    for (const name of names) {
      for (const width of pictureWidths) await store.remove(fileOf(name, width))
      await db.deleteFrom('upload').where('name', '=', name).execute()
    }
    if (names.length < atOnce) return
  }
}

const isForgotten = sql<boolean>`applied_at is null and removing_since is null
  and created_at < now() - make_interval(hours => ${hoursToApply})`

const isAnyForgotten = async (tx: Tx): Promise<boolean> => {
  const one = await tx.selectFrom('upload').select('name').where(isForgotten).limit(1).executeTakeFirst()
  return one !== undefined
}

const markForgotten = async (tx: Tx): Promise<void> => {
  // Also keeps pictures of products that were changed directly in the database.
  await sql`
    update upload set applied_at = now()
    where ${isForgotten} and name in (
      select substring(picture from '^/uploads/([0-9a-f]{32})-') from product, unnest(images || image) as picture
      where picture like '/uploads/%'
    )`.execute(tx)
  await sql`update upload set removing_since = now() where ${isForgotten}`.execute(tx)
}

const markedPictures = async (db: Db): Promise<string[]> => {
  const marked = await db
    .selectFrom('upload')
    .select('name')
    .where('removing_since', 'is not', null)
    .orderBy('name')
    .limit(atOnce)
    .execute()
  return marked.map(({ name }) => name)
}
