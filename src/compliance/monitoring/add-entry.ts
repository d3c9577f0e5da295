import type { FastifyRequest } from 'fastify'
import type { Db, Row } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { monitoring } from './contract.ts'
import { reviewing } from './resolve-review.ts'

export const addReviewNote = (db: Db, call: CallOf<typeof monitoring.addNote>): Promise<void> =>
  reviewing(db, call, async ({ tx, actor, review, record }) => {
    const { kind, text } = call.body
    await tx
      .insertInto('review_entry')
      .values({ id: newId(), review_id: review.id, business_id: review.business_id, kind, text, written_by: actor._id })
      .execute()
    const action = kind === 'customer' ? 'customer request recorded' : 'review note added'
    await record(action, ['order review', review.id], { after: { text } })
  })

const maxBytes = 10 * 1024 * 1024

/** By content, because a name can lie. */
const typeOf = (content: Buffer): Row<'review_entry'>['content_type'] => {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf'
  if (content.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  return content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ? 'image/jpeg' : null
}

/** Stored with the review and never among the public pictures. */
export const addFile = async (
  db: Db,
  call: CallOf<typeof monitoring.addFile>,
  request: FastifyRequest,
): Promise<string> => {
  const { content, fileName } = await fileIn(request)
  const contentType = typeOf(content)
  if (contentType === null) throw new Refusal(415, 'Only PDF, PNG and JPEG files can be added.')
  const id = newId()
  await reviewing(db, call, async ({ tx, actor, review, record }) => {
    const kind = call.query.onboarding ? 'onboarding' : 'file'
    await tx
      .insertInto('review_entry')
      .values({
        id,
        review_id: review.id,
        business_id: review.business_id,
        kind,
        text: fileName,
        content_type: contentType,
        content,
        written_by: actor._id,
      })
      .execute()
    await record('review file added', ['order review', review.id], { after: { file: fileName, kind } })
  })
  return id
}

const fileIn = async (request: FastifyRequest): Promise<{ content: Buffer; fileName: string }> => {
  if (!request.isMultipart()) throw new Refusal(415, 'Send the file as multipart form data in the field file.')
  const file = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 5, parts: 6 } })
  if (!file || file.fieldname !== 'file') {
    file?.file.resume()
    throw new Refusal(400, 'Send the file in the field file.')
  }
  const fileName = file.filename.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').slice(-120) || 'file'
  try {
    return { content: await file.toBuffer(), fileName }
  } catch (error) {
    if (file.file.truncated) throw new Refusal(413, 'The file is too large. The limit is 10 MB.')
    throw error
  }
}

export const fileOfReview = async (db: Db, { id, file }: { id: string; file: string }): Promise<ServedFile> => {
  const entry = await db
    .selectFrom('review_entry')
    .select(['text', 'content', 'content_type'])
    .where('id', '=', file)
    .where('review_id', '=', id)
    .executeTakeFirst()
  if (!entry?.content || entry.content_type === null) throw notFound('File')
  return { type: entry.content_type, name: entry.text, content: entry.content }
}
