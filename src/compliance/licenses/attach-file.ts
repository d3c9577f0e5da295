import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { fileIn, servedDocument } from '#files/read-document.ts'
import { queueMail } from '#mail/send-mail.ts'
import { act } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import { refuseFull } from '#platform/refuse-full.ts'
import { businessDay } from '#shared/business-day.ts'
import { complianceReaders } from './announce-expiry.ts'
import { renewalDeclinedEmail, renewalSentEmail } from './compose-emails.ts'
import type { licenses } from './contract.ts'

const maxFiles = 20

/** Licenses of other businesses, and our own for customers, are answered with 404. */
const lockLicense = async (tx: Tx, { isAdmin, businessId }: Pick<Caller, 'isAdmin' | 'businessId'>, id: string) =>
  tx
    .selectFrom('license')
    .select(['id', 'business_id', 'number', 'expires_on'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .$if(!isAdmin, (query) => query.where('business_id', '=', businessId))
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('License'))

/** Attaches a copy. A renewal changes nothing by itself; compliance gets an email about one that a customer sent. */
export const addFile = async (
  db: Db,
  config: Config,
  call: CallOf<typeof licenses.addFile>,
  request: FastifyRequest,
): Promise<string> => {
  const { params, query, user } = call
  const { renewedUntil } = query
  if (renewedUntil !== undefined && renewedUntil < businessDay(config.BUSINESS_TIME_ZONE))
    throw new Refusal(422, 'The new expiration date is in the past.', { field: 'renewedUntil' })
  const file = await fileIn(request, 'license')
  return act(db, call, async ({ tx, actor, record }) => {
    const license = await lockLicense(tx, actor, params.id)
    await refuseFull(
      tx.selectFrom('license_file').where('license_id', '=', license.id),
      maxFiles,
      `A license can have at most ${maxFiles} files. Contact us to add more.`,
    )
    const id = newId()
    await tx
      .insertInto('license_file')
      .values({ id, license_id: license.id, ...file, renewed_until: renewedUntil ?? null, added_by: actor._id })
      .execute()
    await record(
      renewedUntil === undefined ? 'license file added' : 'license renewal sent',
      license.business_id === null ? ['license', license.id] : ['business', license.business_id],
      {
        after: {
          license: license.id,
          file: id,
          name: file.name,
          type: file.type,
          bytes: file.content.length,
          renewedUntil,
        },
      },
    )
    if (renewedUntil !== undefined && !actor.isAdmin) {
      const sent = { companyName: user.companyName, number: license.number, renewedUntil, publicUrl: config.PUBLIC_URL }
      for (const reader of await complianceReaders(tx, config)) await queueMail(tx, renewalSentEmail(reader, sent))
    }
    return id
  })
}

/** For the customer’s own users and admins. */
export const readFile = async (
  db: Db,
  { user, params }: Pick<CallOf<typeof licenses.file>, 'user' | 'params'>,
): Promise<ServedFile> => {
  const file = await db
    .selectFrom('license_file')
    .innerJoin('license', 'license.id', 'license_id')
    .select(['name', 'license_file.type', 'content'])
    .where('license_file.id', '=', params.id)
    .$if(!user.isAdmin, (query) => query.where('business_id', '=', user.businessId))
    .executeTakeFirstOrThrow(() => notFound('File'))
  return servedDocument(file)
}

/** The sender reads the reason in an email and on their page. */
export const declineRenewal = (db: Db, config: Config, call: CallOf<typeof licenses.declineRenewal>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { params, body } = call
    const file = await tx
      .selectFrom('license_file')
      .innerJoin('license', 'license.id', 'license_id')
      .innerJoin('user_account', 'user_account.id', 'added_by')
      .select(['license_id', 'resolved_at', 'license.business_id', 'number', 'email', 'user_account.name'])
      .where('license_file.id', '=', params.id)
      .where('renewed_until', 'is not', null)
      .forUpdate('license_file')
      .executeTakeFirstOrThrow(() => notFound('Renewal'))
    if (file.resolved_at !== null) throw new Refusal(409, 'This renewal was already verified or declined.')
    await tx
      .updateTable('license_file')
      .set({ resolved_at: sql<Date>`now()`, declined_why: body.why })
      .where('id', '=', params.id)
      .execute()
    await record(
      'license renewal declined',
      file.business_id === null ? ['license', file.license_id] : ['business', file.business_id],
      { after: { license: file.license_id, file: params.id, why: body.why } },
    )
    await queueMail(
      tx,
      renewalDeclinedEmail(file, { number: file.number, why: body.why, publicUrl: config.PUBLIC_URL }),
    )
  })
