import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { decrypt } from './protect-secret.ts'

/** Checks the newest 100 of each kind: if SECRET_KEY was replaced by mistake, any of them shows it. */
const most = 100

/** Counts the stored secrets that the current key cannot decrypt. */
export const countUnreadable = async (
  db: Db,
  config: Pick<Config, 'SECRET_KEY'>,
): Promise<{ looked: number; unreadable: number }> => {
  const apps = await db
    .selectFrom('authenticator_app')
    .select(['user_id as owner', 'secret'])
    .where('secret', 'is not', null)
    .orderBy('user_id', 'desc')
    .limit(most)
    .execute()
  const signOns = await db
    .selectFrom('business_sign_on')
    .select(['business_id as owner', 'client_secret as secret'])
    .orderBy('business_id', 'desc')
    .limit(most)
    .execute()
  const kept = [
    ...apps.map((one) => ({ ...one, use: 'authenticator' as const })),
    ...signOns.map((one) => ({ ...one, use: 'sign-on' as const })),
  ]
  let unreadable = 0
  for (const { owner, use, secret } of kept)
    if (secret && !(await decrypt(db, secret, { owner, use, config }))) unreadable++
  return { looked: kept.length, unreadable }
}
