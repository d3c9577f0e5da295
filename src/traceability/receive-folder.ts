import { createHash, randomUUID } from 'node:crypto'
import { lstat, mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { bySystem } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { maxDocumentBytes, receiveDocument } from './receive-document.ts'

interface Receiving {
  db: Db
  log: FastifyBaseLogger
  folder: string
  ownGlns: readonly string[]
  signal: AbortSignal
}

const maxFiles = 200
/** A file that was changed since may still be written. */
const quietMilliseconds = 5_000

/**
 * Receives the documents in the folder, oldest name first, and moves each to `done`, or to `refused` with the reason
 * beside it. A file that was stored before a crash, but not moved, is moved by the next run: its content is known.
 */
export const receiveFolder = async ({ db, log, folder, ownGlns, signal }: Receiving): Promise<void> => {
  const root = resolve(folder)
  for (const to of ['done', 'refused']) await mkdir(join(root, to), { recursive: true })
  const names = (await readdir(root)).filter(isDocument).toSorted()
  let received = 0
  for (const name of names) {
    if (signal.aborted || received >= maxFiles) return
    const facts = await lstat(join(root, name)).catch(() => null)
    // A link could lead to any file of the server.
    if (!facts?.isFile() || Date.now() - facts.mtimeMs < quietMilliseconds) continue
    received += 1
    if (facts.size > maxDocumentBytes) {
      await moveAway(root, name, { to: 'refused', reason: 'The document is too large. The limit is 64 MB.' })
      continue
    }
    const content = await readFile(join(root, name))
    const reason = await reasonToRefuse(db, { content, fileName: name, ownGlns })
    if (reason) log.warn({ file: name, reason }, 'trace document refused')
    await moveAway(root, name, reason ? { to: 'refused', reason } : { to: 'done', content })
  }
}

/** Unfinished uploads of common programs begin with a dot or end otherwise. */
const isDocument = (name: string): boolean =>
  !name.startsWith('.') && ['.xml', '.json', '.jsonld'].includes(extname(name).toLowerCase())

/** Empty if the document is stored; errors that are not about the document are thrown, and the file stays. */
const reasonToRefuse = async (
  db: Db,
  file: { content: Buffer; fileName: string; ownGlns: readonly string[] },
): Promise<string> => {
  try {
    await receiveDocument(db, bySystem, file)
    return ''
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.status === 409 ? '' : error.message
  }
}

type Move = { to: 'done'; content: Buffer } | { to: 'refused'; reason: string }

/** The same name may come again, so the new name has the content's hash or a random part. */
const moveAway = async (root: string, name: string, move: Move): Promise<void> => {
  const mark =
    move.to === 'done'
      ? createHash('sha256').update(move.content).digest('hex').slice(0, 12)
      : randomUUID().slice(0, 12)
  const extension = extname(name)
  const place = join(root, move.to, `${name.slice(0, -extension.length)}.${mark}${extension}`)
  if (move.to === 'refused') await writeFile(`${place}.txt`, `${move.reason}\n`)
  await rename(join(root, name), place)
  const handle = await open(join(root, move.to))
  await handle.sync().finally(() => handle.close())
}
