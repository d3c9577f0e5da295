import { sql } from 'kysely'
import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/db/tables.ts'
import { grouped } from '#shared/number-words.ts'

interface Mailed {
  orderId: string
  erpId: string | null
  email: string
  name: string
  lines: { name: string; from: number; to: number; answer: string }[]
}

/** Notifies the person who asked of the lines that stay as they are; the others are in the email with the new total. */
export const mailChange = async (
  tx: Tx,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  changeId: string,
): Promise<void> => {
  const { rows } = await sql<Mailed>`
    select order_id as "orderId", erp_id as "erpId", email, person.name,
      (select json_agg(json_build_object('name', name, 'from', from_quantity, 'to', to_quantity, 'answer', answer)
          order by line_no)
        from order_change_line changed join order_line using (line_no)
        where change_id = change.id and order_line.order_id = change.order_id
          and changed.state in ('tooLate', 'refused')) as lines
    from order_change change
    join sales_order on sales_order.id = order_id
    join user_account person on person.id = asked_by and person.deleted_at is null and person.is_active
    where change.id = ${changeId}::uuid`.execute(tx)
  for (const mailed of rows) await queueMail(tx, unchangedEmail(mailed, PUBLIC_URL))
}

const maxLinesShown = 30

export const unchangedEmail = ({ orderId, erpId, email, name, lines }: Mailed, publicUrl: string) => {
  const more = lines.length - maxLinesShown
  return composeEmail({ email, name }, `Your change of ${erpId ? `order ${erpId}` : 'an order'} was not possible`, [
    'You asked to lower or cancel these lines. They stay as ordered:',
    facts([
      ...lines
        .slice(0, maxLinesShown)
        .map((line) => [line.name, `${grouped(line.from)}, not ${grouped(line.to)}. ${line.answer}`] as const),
      more > 0 && ['…', `and ${more} more`],
    ]),
    link(publicUrl, 'View order', `/order/${orderId}`),
  ])
}
