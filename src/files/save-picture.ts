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

/** Stores an encoded picture under a random name and returns its address. */
export const savePicture = async (
  { db, store }: Context,
  painted: EncodedPicture[],
  madeFrom?: Buffer,
): Promise<string> => {
  const name = randomBytes(16).toString('hex')
  // Inserted before the first file, so that every file is known to the removal.
  await db.insertInto('upload').values({ name }).execute()
  for (const { width, content } of painted) await store.put(fileOf(name, width), Buffer.from(content))
  // Set after the last file, so that a duplicate upload never gets an incomplete picture.
  if (madeFrom) await db.updateTable('upload').set({ made_from: madeFrom }).where('name', '=', name).execute()
  return addressOf(name)
}

/** Encodes and stores each original once; a duplicate gets the existing address. */
export const savePictureOnce = async (
  keeping: Context,
  original: Buffer,
  paint: (original: Buffer) => Promise<EncodedPicture[]>,
): Promise<string> => {
  const madeFrom = createHash('sha256').update(original).digest()
  // Restarts the day within which a product must use it.
  const kept = await keeping.db
    .updateTable('upload')
    .set({ created_at: sql<Date>`now()` })
    .where('made_from', '=', madeFrom)
    .where('removing_since', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return kept ? addressOf(kept.name) : savePicture(keeping, await paint(original), madeFrom)
}
