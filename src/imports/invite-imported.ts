import { sql } from 'kysely'
import { mailInvitations } from '#customers/invite-user.ts'
import { act } from '#platform/act.ts'
import type { App } from '#platform/feature.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { imports } from './contract.ts'
import { lockImport } from './store-import.ts'

const atOnce = 200

/** Invites the customers that an import added and who have no password yet; returns how many. */
export const inviteImported = (
  { db, config }: Pick<App, 'db' | 'config'>,
  { params: { id }, ...acting }: CallOf<typeof imports.invite>,
): Promise<number> =>
  act(db, acting, async ({ tx, actor, record }) => {
    const { kind, state, file_name } = await lockImport(tx, id)
    if (kind !== 'customers' || (state !== 'done' && state !== 'stopped'))
      throw new Refusal(409, 'Only customers added by an import can be invited.')
    const people = await tx
      .selectFrom('import_change')
      .innerJoin('account', 'account.id', 'import_change.product_id')
      .select(['account.id', 'email', 'name', 'is_active', 'is_admin', 'is_sales_rep', 'is_read_only', 'company_name'])
      .where('import_id', '=', id)
      .where('before', 'is', null)
      .where('password_hash', 'is', null)
      .where('is_active', '=', true)
      .where(sql<boolean>`account.deleted_at is null`)
      .orderBy('import_change.row')
      .execute()
    for (let start = 0; start < people.length; start += atOnce)
      await mailInvitations(tx, people.slice(start, start + atOnce), { actor, config })
    await record('imported customers invited', ['import', id], {
      after: { fileName: file_name, count: people.length },
    })
    return people.length
  })
