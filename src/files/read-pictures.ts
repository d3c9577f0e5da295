import type pg from 'pg'
import { fileOf } from './save-picture.ts'
import type { PictureStore } from './open-store.ts'
import { pictureWidths } from './encode-picture.ts'

const atOnce = 500

/** Streams all uploaded pictures. */
export const uploadedPictures = async function* (
  pool: pg.Pool,
  store: PictureStore,
): AsyncGenerator<{ name: string; content: Buffer }> {
  for (let last = ''; ;) {
    const { rows } = await pool.query<{ name: string }>(
      'select name from upload where name > $1 and removing_since is null order by name limit $2',
      [last, atOnce],
    )
    for (const { name } of rows)
      for (const width of pictureWidths) {
        const content = await store.get(fileOf(name, width))
        if (content) yield { name: fileOf(name, width), content }
      }
    if (rows.length < atOnce) return
    last = rows.at(-1)?.name ?? ''
  }
}
