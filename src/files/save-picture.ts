import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import type { PictureStore } from './open-store.ts'
import { type EncodedPicture, pictureWidths } from './encode-picture.ts'

export const fileOf = (name: string, width: number): string => `${name}-${width}.webp`

const addressOf = (name: string): string => `/uploads/${fileOf(name, pictureWidths[2])}`

interface Context {
  db: Db
  store: PictureStore
}

/** Keeps what was painted under a name of its own, and answers its address. */
export const savePicture = async (
  { db, store }: Context,
  painted: EncodedPicture[],
  madeFrom?: Buffer,
): Promise<string> => {
  const name = randomBytes(16).toString('hex')
  // Noted before the first file, so that no file is ever unknown.
  await db.insertInto('upload').values({ name }).execute()
  for (const { width, content } of painted) await store.put(fileOf(name, width), Buffer.from(content))
  // Said after the last one, so that nobody is given half a picture in its place.
  if (madeFrom) await db.updateTable('upload').set({ made_from: madeFrom }).where('name', '=', name).execute()
  return addressOf(name)
}

/** The same file is painted and stored once; where it is kept already, that is what is answered. */
export const savePictureOnce = async (
  keeping: Context,
  original: Buffer,
  paint: (original: Buffer) => Promise<EncodedPicture[]>,
): Promise<string> => {
  const madeFrom = createHash('sha256').update(original).digest()
  // It gets another day to be taken by a product.
  const kept = await keeping.db
    .updateTable('upload')
    .set({ created_at: sql<Date>`now()` })
    .where('made_from', '=', madeFrom)
    .where('removing_since', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return kept ? addressOf(kept.name) : savePicture(keeping, await paint(original), madeFrom)
}
