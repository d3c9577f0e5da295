import { sql } from 'kysely'
import { mailInvitations } from '#customers/invite-user.ts'
import { recordAudit } from '#audit/record-entry.ts'
import type { App } from '#platform/feature.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { lockImport } from './store-import.ts'

interface Inviting {
  id: string
  actor: Caller
  request: RequestFacts
}

const atOnce = 200

/** Invites the customers that an import added and who have no password yet; returns how many. */
export const inviteImported = async (
  { db, config, countAttempt }: Pick<App, 'db' | 'config' | 'countAttempt'>,
  { id, actor, request }: Inviting,
): Promise<number> => {
  await countAttempt(db, { what: 'invite-imported', whom: [id], most: 5, seconds: 3_600 })
  return actOnce(db, request, async (tx) => {
    const { kind, state, file_name } = await lockImport(tx, id)
    if (kind !== 'customers' || (state !== 'done' && state !== 'stopped'))
      throw new Refusal(409, 'Only customers added by an import can be invited.')
    const people = await tx
      .selectFrom('import_change')
      .innerJoin('account', 'account.id', 'import_change.product_id')
      .select(['account.id', 'email', 'name', 'is_active', 'is_admin', 'is_sales_rep', 'company_name'])
      .where('import_id', '=', id)
      .where('before', 'is', null)
      .where('password_hash', 'is', null)
      .where('is_active', '=', true)
      .where(sql<boolean>`account.deleted_at is null`)
      .orderBy('import_change.row')
      .execute()
    for (let start = 0; start < people.length; start += atOnce)
      await mailInvitations(tx, people.slice(start, start + atOnce), { actor, config })
    await recordAudit(tx, {
      actorId: actor._id,
      action: 'imported customers invited',
      entity: 'import',
      entityId: id,
      after: { fileName: file_name, count: people.length },
      request,
    })
    return people.length
  })
}
