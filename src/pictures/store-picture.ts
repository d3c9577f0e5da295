import { randomBytes } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { PictureStore } from './open-store.ts'

/** Widths that a picture is kept in: a card, a card on a sharp screen, a product's page. */
export const pictureWidths = [240, 480, 960] as const

export const fileOf = (name: string, width: number): string => `${name}-${width}.webp`

const mostBytes = 5 * 1024 * 1024
const mostPixels = 40_000_000

interface Storing {
  db: Db
  store: PictureStore
}

/** Takes the picture of a form, paints it anew in the portal's own sizes, and answers its address. */
export const storePicture = async ({ db, store }: Storing, request: FastifyRequest): Promise<string> => {
  const original = await pictureIn(request)
  const name = randomBytes(16).toString('hex')
  const painted = await inTurn(() => repaint(original))
  // Noted before the first file, so that no file is ever unknown.
  await db.insertInto('upload').values({ name }).execute()
  for (const { width, content } of painted) await store.put(fileOf(name, width), content)
  return `/uploads/${fileOf(name, pictureWidths[2])}`
}

const pictureIn = async (request: FastifyRequest): Promise<Buffer> => {
  if (!request.isMultipart()) throw new Refusal(415, 'Send the picture as a form with the field image.')
  const file = await request.file({ limits: { fileSize: mostBytes, files: 1, fields: 5, parts: 6 } })
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
    if (file.file.truncated) throw new Refusal(413, 'The picture is too large: at most 5 MB.')
    throw error
  }
}

const kinds = [
  { format: 'png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { format: 'jpeg', begins: [0xff, 0xd8, 0xff] },
  { format: 'webp', begins: [0x52, 0x49, 0x46, 0x46] },
] as const

/** What a file is, its first bytes say; its name and its declared type are the sender's word only. */
const formatOf = (content: Buffer): string | null =>
  kinds.find(({ begins }) => begins.every((byte, at) => content[at] === byte))?.format ?? null

/** New pixels and nothing else: no metadata, no place where it was taken, nothing hidden behind the image. */
const repaint = async (original: Buffer) => {
  const format = formatOf(original)
  if (!format) throw new Refusal(415, 'This is no picture that can be used. Upload a PNG, JPEG or WebP file.')
  try {
    const { default: sharp } = await import('sharp')
    const picture = sharp(original, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    const { format: found, width, height } = await picture.metadata()
    if (found !== format)
      throw new Refusal(415, 'This is no picture that can be used. Upload a PNG, JPEG or WebP file.')
    if (width * height > mostPixels) throw new Refusal(413, tooManyPixels)
    const upright = picture.autoOrient()
    return await Promise.all(
      pictureWidths.map(async (size) => ({
        width: size,
        content: await upright
          .clone()
          .resize(size, size, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 82 })
          .toBuffer(),
      })),
    )
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw new Refusal(413, tooManyPixels)
    throw new Refusal(415, 'This picture is damaged and cannot be read.')
  }
}

const tooManyPixels = 'The picture is too large: at most 40 megapixels.'

let last: Promise<unknown> = Promise.resolve()

/** One picture at a time: painting takes memory and the threads that everything else needs. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const next = last.then(work, work)
  last = next.catch(() => {})
  return next
}
