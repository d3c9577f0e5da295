import type { FastifyRequest } from 'fastify'
import { Refusal } from '#platform/http/refusal.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { type DocumentType, typeOfContent, wrongTypeMessage } from './recognize-type.ts'

const maxBytes = 5 * 1024 * 1024

export interface DocumentFile {
  name: string
  type: DocumentType
  content: Buffer
}

/** The PDF or picture in the field `file` of a multipart request, at most 5 MB, recognized by its content. */
export const fileIn = async (request: FastifyRequest, unnamed: string): Promise<DocumentFile> => {
  if (!request.isMultipart()) throw new Refusal(415, 'Send the file as multipart form data in the field file.')
  const file = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 5, parts: 6 } })
  if (!file || file.fieldname !== 'file') {
    file?.file.resume()
    throw new Refusal(400, 'Send the file in the field file.')
  }
  const content = await file.toBuffer().catch((error: unknown) => {
    if (file.file.truncated) throw new Refusal(413, 'The file is too large. The limit is 5 MB.')
    throw error
  })
  const type = typeOfContent(content)
  if (type === null) throw new Refusal(415, wrongTypeMessage)
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is removed
  return { name: file.filename.replaceAll(/[\u0000-\u001f\u007f]/g, '').slice(0, 200) || unnamed, type, content }
}

/** Private: never cached or shown inside a page of the portal. */
export const servedDocument = (file: DocumentFile): ServedFile => ({
  ...file,
  headers: { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' },
})
