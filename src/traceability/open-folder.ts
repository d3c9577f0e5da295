import { lstat, mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Inbox, isDocument } from './receive-inbox.ts'

/** A file that was changed since may still be written. */
const quietMilliseconds = 5_000

/** The folder of the setting TRACE_FOLDER as an inbox. */
export const openFolder = (folder: string): Inbox => {
  const root = resolve(folder)
  return {
    list: async (most) => {
      for (const to of ['done', 'refused']) await mkdir(join(root, to), { recursive: true })
      const found: { name: string; bytes: number }[] = []
      for (const name of (await readdir(root)).filter(isDocument).toSorted()) {
        if (found.length >= most) break
        const facts = await lstat(join(root, name)).catch(() => null)
        // A link could lead to any file of the server.
        if (facts?.isFile() && Date.now() - facts.mtimeMs >= quietMilliseconds) found.push({ name, bytes: facts.size })
      }
      return found
    },
    read: (name) => readFile(join(root, name)),
    moveAway: async (name, move) => {
      const place = join(root, move.to, move.as)
      if (move.to === 'refused') await writeFile(`${place}.txt`, `${move.reason}\n`)
      await rename(join(root, name), place)
      const handle = await open(join(root, move.to))
      await handle.sync().finally(() => handle.close())
    },
  }
}
