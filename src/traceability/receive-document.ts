import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ActedBy } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { runTask } from '#platform/work-threads.ts'
import { type DocumentSupplier, storeDocument, type StoredDocument } from './store-document.ts'

const patienceMilliseconds = 120_000
export const maxDocumentBytes = 64 * 1024 * 1024

interface Receiving {
  content: Buffer
  fileName: string
  ownGlns: readonly string[]
  /** Whose token sent it. */
  supplier?: DocumentSupplier
}

/** Reads, checks and stores a document, in a worker thread up to the transaction. */
export const receiveDocument = async (
  db: Db,
  by: ActedBy,
  { content, ...other }: Receiving,
): Promise<StoredDocument> => {
  const summary = await runTask('epcis', content)
  return transaction(db, (tx) => storeDocument(tx, by, { content, summary, ...other }))
}

/** Reads the document from the form's field `file`. */
export const documentIn = async (request: FastifyRequest): Promise<{ content: Buffer; fileName: string }> => {
  // Reading a large one can take longer than a silent connection is kept; it is set back with the next request.
  const { socket } = request.raw
  if ('setTimeout' in socket) socket.setTimeout(patienceMilliseconds)
  if (!request.isMultipart()) throw new Refusal(415, 'Send the document as multipart form data in the field file.')
  const file = await request.file({ limits: { fileSize: maxDocumentBytes, files: 1, fields: 5, parts: 6 } })
  if (!file || file.fieldname !== 'file') {
    file?.file.resume()
    throw new Refusal(400, 'Send the document in the field file.')
  }
  return { content: await contentOf(file), fileName: file.filename }
}

const contentOf = async (file: MultipartFile): Promise<Buffer> => {
  try {
    return await file.toBuffer()
  } catch (error) {
    if (file.file.truncated) throw new Refusal(413, 'The document is too large. The limit is 64 MB.')
    throw error
  }
}
