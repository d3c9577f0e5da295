import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { runInThread } from '#platform/work-threads.ts'
import { savePicture } from './save-picture.ts'
import type { PictureStore } from './open-store.ts'

const maxBytes = 5 * 1024 * 1024

interface Storing {
  db: Db
  store: PictureStore
  userId: string
}

/** Stores the picture of a form upload, re-encoded in the portal's sizes, and returns its address. */
export const storePicture = async ({ db, store, userId }: Storing, request: FastifyRequest): Promise<string> => {
  const painted = await runInThread({ userId, kind: 'picture', noun: 'pictures', prepare: () => pictureIn(request) })
  return savePicture({ db, store }, painted)
}

/** Reads the original from the form's field `image`. */
export const pictureIn = async (request: FastifyRequest): Promise<Buffer> => {
  if (!request.isMultipart()) throw new Refusal(415, 'Send the picture as multipart form data in the field image.')
  const file = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 5, parts: 6 } })
  if (!file || file.fieldname !== 'image') {
    file?.file.resume()
    throw new Refusal(400, 'Send the picture in the field image.')
  }
  const content = await contentOf(file)
  if (content.length === 0) throw new Refusal(400, 'The picture is empty.')
  return content
}

const contentOf = async (file: MultipartFile): Promise<Buffer> => {
  try {
    return await file.toBuffer()
  } catch (error) {
    if (file.file.truncated) throw new Refusal(413, 'The picture is too large. The limit is 5 MB.')
    throw error
  }
}
