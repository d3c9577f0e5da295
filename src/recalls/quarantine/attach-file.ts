import type { FastifyRequest } from 'fastify'
import { fileIn, servedDocument } from '#files/read-document.ts'
import { act } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { refuseFull } from '#platform/refuse-full.ts'
import type { suspectCases } from './contract.ts'

const maxFiles = 50

/** Adds a photo or document to a case; also to a concluded one, because letters of FDA and partners come later. */
export const addCaseFile = async (
  db: Db,
  call: CallOf<typeof suspectCases.addFile>,
  request: FastifyRequest,
): Promise<string> => {
  const file = await fileIn(request, 'file')
  return act(db, call, async ({ tx, actor, record }) => {
    const { id: caseId } = call.params
    await tx
      .selectFrom('suspect_case')
      .select('id')
      .where('id', '=', caseId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Case'))
    await refuseFull(
      tx.selectFrom('suspect_file').where('case_id', '=', caseId),
      maxFiles,
      `A case can have at most ${maxFiles} files.`,
    )
    const id = newId()
    await tx
      .insertInto('suspect_file')
      .values({ id, case_id: caseId, ...file, added_by: actor._id })
      .execute()
    await record('case file added', ['suspect case', caseId], {
      after: { file: id, name: file.name, type: file.type, bytes: file.content.length },
    })
    return id
  })
}

export const readCaseFile = async (
  db: Db,
  { params: { id, file } }: Pick<CallOf<typeof suspectCases.file>, 'params'>,
): Promise<ServedFile> =>
  servedDocument(
    await db
      .selectFrom('suspect_file')
      .select(['name', 'type', 'content'])
      .where('id', '=', file)
      .where('case_id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('File')),
  )
