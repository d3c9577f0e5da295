import type { FastifyRequest } from 'fastify'
import { pictureIn } from '#files/store-picture.ts'
import { act } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { runInThread } from '#platform/work-threads.ts'
import { sql } from 'kysely'
import type { returns } from './contract.ts'
import { isOwnReturn } from './queries.ts'
import { maxPhotos } from './return-shapes.ts'
import { hasScheduleTwo } from './approve-return.ts'

const maxLabelBytes = 2 * 1024 * 1024

/** Stores a photo of the goods, re-encoded without metadata; it is private to the customer and admins. */
export const addPhoto = async (
  db: Db,
  { params: { id }, ...acting }: CallOf<typeof returns.addPhoto>,
  request: FastifyRequest,
): Promise<string> => {
  // Before the picture is decoded, so that nobody works for a request that is not theirs.
  await lockOpen(db, acting.user, id)
  const made = await runInThread({
    userId: acting.user._id,
    kind: 'picture',
    noun: 'pictures',
    prepare: () => pictureIn(request),
  })
  const content = made.at(-1)?.content
  if (!content) throw new Refusal(415, 'This picture is damaged. Choose another one.')
  return act(db, acting, async ({ tx, actor, record }) => {
    await lockOpen(tx, actor, id)
    const { photos } = await tx
      .selectFrom('return_file')
      .select(({ fn }) => fn.countAll<number>().as('photos'))
      .where('return_id', '=', id)
      .where('kind', '=', 'photo')
      .executeTakeFirstOrThrow()
    if (Number(photos) >= maxPhotos) throw new Refusal(409, `A request has at most ${maxPhotos} photos.`)
    const file = newId()
    await tx
      .insertInto('return_file')
      .values({ id: file, return_id: id, kind: 'photo', content: Buffer.from(content), added_by: actor._id })
      .execute()
    await record('return photo added', ['return', id], { after: { photo: file } })
    return file
  })
}

const lockOpen = async (db: Db, caller: Caller, id: string): Promise<void> => {
  const found = await db
    .selectFrom('return_request')
    .select('state')
    .where('id', '=', id)
    .where(isOwnReturn(caller))
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Return'))
  if (found.state !== 'requested' && found.state !== 'authorized')
    throw new Refusal(409, 'Photos can be added until the goods are received.')
}

/** Schedule II has no label before the number of our own order form is recorded (21 CFR 1317.10). */
export const addLabel = async (
  db: Db,
  { params: { id }, ...acting }: CallOf<typeof returns.addLabel>,
  request: FastifyRequest,
): Promise<void> => {
  const content = await labelIn(request)
  await act(db, acting, async ({ tx, actor, record }) => {
    const found = await tx
      .selectFrom('return_request')
      .select(['state', 'order_form'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Return'))
    if (found.state !== 'requested' && found.state !== 'authorized')
      throw new Refusal(409, 'This return is received or closed, so it needs no label.')
    if (found.order_form === '' && (await hasScheduleTwo(tx, id)))
      throw new Refusal(409, 'Schedule II has no label before our own order form is recorded: authorize it first.')
    await tx.deleteFrom('return_file').where('return_id', '=', id).where('kind', '=', 'label').execute()
    await tx
      .insertInto('return_file')
      .values({ id: newId(), return_id: id, kind: 'label', content, added_by: actor._id })
      .execute()
    await record('return label saved', ['return', id], { after: { bytes: content.length } })
  })
}

const labelIn = async (request: FastifyRequest): Promise<Buffer> => {
  if (!request.isMultipart()) throw new Refusal(415, 'Send the label as multipart form data in the field file.')
  const file = await request.file({ limits: { fileSize: maxLabelBytes, files: 1, fields: 5, parts: 6 } })
  if (!file || file.fieldname !== 'file') {
    file?.file.resume()
    throw new Refusal(400, 'Send the label in the field file.')
  }
  const content = await file.toBuffer().catch((error: unknown) => {
    if (file.file.truncated) throw new Refusal(413, 'The label is too large. The limit is 2 MB.')
    throw error
  })
  if (content.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Refusal(415, 'The label must be a PDF file.')
  return content
}

/** A file of a request that the caller may see; any other counts as not found. */
export const readFile = async (
  db: Db,
  { user, params }: Pick<CallOf<typeof returns.file>, 'user' | 'params'>,
): Promise<ServedFile> => {
  const file = await db
    .selectFrom('return_file')
    .innerJoin('return_request', 'return_request.id', 'return_file.return_id')
    .select(['return_file.kind', 'content', 'number'])
    .where('return_file.id', '=', params.file)
    .where('return_request.id', '=', params.id)
    .where(user.isAdmin ? sql<boolean>`true` : isOwnReturn(user))
    .executeTakeFirstOrThrow(() => notFound('File'))
  return file.kind === 'label'
    ? { type: 'application/pdf', content: file.content, name: `RMA-${file.number}-label.pdf` }
    : { type: 'image/webp', content: file.content, name: `return-${file.number}.webp`, isInline: true }
}
