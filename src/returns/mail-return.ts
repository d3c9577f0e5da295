import { sql } from 'kysely'
import { activeAdmins } from '#identity/find-account.ts'
import { queueMail, queueMails } from '#mail/send-mail.ts'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/db/tables.ts'
import { type DeskMailed, type MailedReturn, returnDeskEmail, returnEmail } from './compose-emails.ts'
import type { ReturnState } from './return-shapes.ts'

/** Emails the person who requested it, and the customer of the order if that is someone else. */
export const mailReturn = async (
  tx: Tx,
  id: string,
  { event, publicUrl }: { event: ReturnState; publicUrl: string },
): Promise<void> => {
  const { rows } = await sql<MailedReturn & { people: { email: string; name: string }[] }>`
    select request.number, request.authorized_at, sales_order.erp_id as order_number, invoice_id, answer, credit_number,
      exists (select from return_file where return_id = request.id and kind = 'label') as has_label,
      (select json_agg(json_build_object('name', name, 'quantity', quantity, 'reason', reason, 'next', next_step,
        'received', received_quantity, 'schedule', schedule, 'storage', storage) order by line_no) from return_line where return_id = request.id) as lines,
      coalesce((select json_agg(json_build_object('email', email, 'name', name) order by id) from user_account person
        where person.id in (request.requested_by, sales_order.user_id) and person.deleted_at is null
          and person.is_active), '[]') as people
    from return_request request left join sales_order on sales_order.id = request.order_id
    where request.id = ${id}`.execute(tx)
  for (const found of rows)
    for (const person of found.people) await queueMail(tx, returnEmail(id, { found, event, person, publicUrl }))
}

type DeskSettings = Pick<Config, 'CONTACT_EMAIL' | 'COMPLIANCE_EMAIL' | 'PUBLIC_URL'>

/** Emails the desk that decides; every admin if no address is set. */
export const mailDesk = async (
  tx: Tx,
  config: DeskSettings,
  { businessId, ...asked }: Omit<DeskMailed, 'company'> & { businessId: string },
): Promise<void> => {
  const { name: company } = await tx
    .selectFrom('business')
    .select('name')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  const isCompliance = asked.desk === 'compliance' || asked.desk === 'recall'
  const address = (isCompliance && config.COMPLIANCE_EMAIL) || config.CONTACT_EMAIL
  const readers = address ? [address] : (await activeAdmins(tx)).map(({ email }) => email)
  await queueMails(
    tx,
    readers.map((reader) => returnDeskEmail(reader, { ...asked, company }, config.PUBLIC_URL)),
  )
}
