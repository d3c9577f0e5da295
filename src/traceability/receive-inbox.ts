import { createHash, randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { bySystem } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { maxDocumentBytes, receiveDocument } from './receive-document.ts'

/** A place where suppliers put documents: a folder or a bucket. */
export interface Inbox {
  /** Complete documents, oldest name first, at most `most`. */
  list(most: number): Promise<{ name: string; bytes: number }[]>
  read(name: string): Promise<Buffer>
  /** Moves a document out of the way as it came, with the reason beside it if it was refused. */
  moveAway(name: string, move: Move): Promise<void>
}

export type Move = { to: 'done'; as: string } | { to: 'refused'; as: string; reason: string }

interface Receiving {
  db: Db
  log: FastifyBaseLogger
  inbox: Inbox
  ownGlns: readonly string[]
  signal: AbortSignal
}

const maxFiles = 200

/**
 * Receives the documents of an inbox and moves each to `done`, or to `refused` with the reason. A document that was
 * stored before a crash, but not moved, is moved by the next run: its content is known.
 */
export const receiveInbox = async ({ db, log, inbox, ownGlns, signal }: Receiving): Promise<void> => {
  for (const { name, bytes } of await inbox.list(maxFiles)) {
    if (signal.aborted) return
    if (bytes > maxDocumentBytes) {
      await inbox.moveAway(name, refused(name, 'The document is too large. The limit is 64 MB.'))
      continue
    }
    const content = await inbox.read(name)
    const reason = await reasonToRefuse(db, { content, fileName: name, ownGlns })
    if (reason) log.warn({ file: name, reason }, 'trace document refused')
    await inbox.moveAway(name, reason ? refused(name, reason) : done(name, content))
  }
}

/** Unfinished uploads of common programs begin with a dot or end otherwise. */
export const isDocument = (name: string): boolean =>
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

/** The same name may come again, so the new name has the content's hash or a random part. */
const marked = (name: string, mark: string): string => {
  const extension = extname(name)
  return `${name.slice(0, -extension.length)}.${mark.slice(0, 12)}${extension}`
}

const done = (name: string, content: Buffer): Move => ({
  to: 'done',
  as: marked(name, createHash('sha256').update(content).digest('hex')),
})

const refused = (name: string, reason: string): Move => ({ to: 'refused', as: marked(name, randomUUID()), reason })
