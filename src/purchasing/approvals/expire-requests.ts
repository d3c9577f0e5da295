import { sql } from 'kysely'
import { recordAll } from '#platform/record-entry.ts'
import { queueMail } from '#mail/send-mail.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { approvalExpiredEmail } from './compose-emails.ts'

const atOnce = 100

/** Expires requests after seven days and emails the requester; without an email if the requester is gone. */
export const expireRequests = async (db: Db, publicUrl: string): Promise<void> => {
  while ((await transaction(db, (tx) => expireSome(tx, publicUrl))) === atOnce);
}

interface Expired {
  id: string
  asked_by: string
  total_price: number
  name: string
  lastName: string
  email: string
  isHere: boolean
}

/** Skips locked requests: someone is deciding them right now. */
const expireSome = async (tx: Tx, publicUrl: string): Promise<number> => {
  const { rows } = await sql<Expired>`
    with over as (
      select request.id, asker.name, asker.last_name, asker.email, is_here
      from approval_request request
      join user_account asker on asker.id = asked_by
      cross join lateral (
        select asker.is_active and asker.deleted_at is null and asker.business_id = request.business_id as is_here
      ) still
      where state = 'waiting' and (expires_at <= now() or not is_here)
      order by request.id limit ${atOnce}
      for update of request skip locked
    )
    update approval_request set state = 'expired', decided_at = now()
    from over where over.id = approval_request.id
    returning over.id, asked_by, total_price, name, last_name as "lastName", email, is_here as "isHere"`.execute(tx)
  for (const { id, total_price: total, isHere, ...asker } of rows)
    if (isHere) await queueMail(tx, approvalExpiredEmail({ id, asker, total, publicUrl }))
  await recordAll(
    tx,
    rows.map(({ id, asked_by }) => ({
      actorId: null,
      onBehalfOf: asked_by,
      action: 'approval expired',
      entity: 'approval request',
      entityId: id,
      request: null,
    })),
  )
  return rows.length
}
