import { sql } from 'kysely'
import { queueMails } from '#mail/send-mail.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import { invitationEmail } from '#identity/compose-emails.ts'
import { drawKey, hashKey } from '#identity/make-key.ts'

type Invited = Pick<Row<'account'>, 'id' | 'email' | 'name' | 'is_active' | 'company_name'>

const daysValid = 7

/** Emails each person a link to set a first password; earlier links become invalid. */
export const inviteMany = async (
  tx: Tx,
  people: readonly Invited[],
  { inviter, publicUrl }: { inviter: string; publicUrl: string },
): Promise<void> => {
  const keyed = people.map((person) => ({ person, key: drawKey() }))
  await sql`
    insert into password_key (user_id, purpose, key_hash, expires_at)
    select user_id, 'invitation', key_hash, now() + make_interval(days => ${daysValid})
    from unnest(${people.map(({ id }) => id)}::uuid[], ${keyed.map(({ key }) => hashKey(key))}::bytea[]) as drawn (user_id, key_hash)
    on conflict (user_id, purpose) do update
      set key_hash = excluded.key_hash, expires_at = excluded.expires_at, created_at = now()`.execute(tx)
  await queueMails(
    tx,
    keyed.map(({ person, key }) =>
      invitationEmail(person, { key, publicUrl, inviter, role: `a user of ${person.company_name || 'your business'}` }),
    ),
  )
}
