import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { findBusiness } from '#colleagues/people/find-business.ts'
import { encrypt } from '#identity/factors/protect-secret.ts'
import { act, refuseStale } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { documentIn } from '../receive-document.ts'
import type { partners } from './contract.ts'

type Settings = Pick<Config, 'SECRET_KEY' | 'TRACE_ORIGINS'>

export const savePartner = (db: Db, config: Settings, call: CallOf<typeof partners.save>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = await findBusiness(tx, actor, call.params.id)
    const { way, guideline, url, headerName, headerValue, agreedOn } = call.body.partner
    const before = await lockPartner(tx, id)
    refuseStale('This partner', { opened: call.body.__v, version: before.version })
    if (way === 'push') refuseOpenAddress(url, config)
    if (way === 'portal' && !before.has_agreement)
      throw new Refusal(422, 'Upload the signed agreement first.', { field: 'way' })
    // A stored secret must not be sent to another host.
    if (headerValue === undefined && before.header_value && URL.parse(before.url)?.origin !== URL.parse(url)?.origin)
      throw new Refusal(400, 'The address has changed. Enter the secret again.', { field: 'headerValue' })
    const facts = { way, guideline, url, header_name: headerName, agreed_on: agreedOn }
    const secret =
      headerValue && (await encrypt(tx, Buffer.from(headerValue), { owner: id, use: 'trace-push', config }))
    await tx
      .updateTable('trace_partner')
      .set({
        ...facts,
        ...(headerValue !== undefined && { header_value: secret || null }),
        version: sql<number>`version + 1`,
      })
      .where('business_id', '=', id)
      .execute()
    await record('trace partner changed', ['business', id], {
      before: {
        way: before.way,
        guideline: before.guideline,
        url: before.url,
        header_name: before.header_name,
        agreed_on: before.agreed_on,
      },
      after: { ...facts, isSecretNew: headerValue !== undefined },
    })
  })

/** The row, which the first change makes. */
const lockPartner = async (tx: Tx, businessId: string) => {
  await tx
    .insertInto('trace_partner')
    .values({ business_id: businessId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('trace_partner')
    .select(['way', 'guideline', 'url', 'header_name', 'header_value', 'agreed_on', 'version'])
    .select(sql<boolean>`agreement is not null`.as('has_agreement'))
    .where('business_id', '=', businessId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

const refuseOpenAddress = (url: string, { TRACE_ORIGINS }: Settings): void => {
  const target = URL.parse(url)
  if (target && TRACE_ORIGINS.includes(target.origin)) return
  const problem =
    target?.protocol !== 'https:'
      ? 'Enter an address that begins with https://.'
      : target.port !== ''
        ? `Port ${target.port} is not allowed.`
        : target.username || target.password
          ? 'Enter the secret in its own field, not in the address.'
          : ''
  if (problem) throw new Refusal(422, problem, { field: 'url' })
}

const maxBytes = 10 * 1024 * 1024

/** Stores the agreement as a private file in the database; only admins read it. */
export const storeAgreement = async (
  db: Db,
  call: CallOf<typeof partners.storeAgreement>,
  request: FastifyRequest,
): Promise<void> => {
  const { content, fileName } = await documentIn(request)
  if (content.length > maxBytes) throw new Refusal(413, 'The agreement is too large. The limit is 10 MB.')
  if (content.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new Refusal(422, 'This is not a PDF. Save the signed agreement as PDF.')
  await act(db, call, async ({ tx, actor, record }) => {
    const { id } = await findBusiness(tx, actor, call.params.id)
    const before = await lockPartner(tx, id)
    await tx
      .updateTable('trace_partner')
      .set({ agreement: content, agreement_name: fileName.slice(0, 200), version: before.version + 1 })
      .where('business_id', '=', id)
      .execute()
    await record('trace agreement stored', ['business', id], { after: { fileName, bytes: content.length } })
  })
}
