import { sql } from 'kysely'
import { nameWithMarks } from '#catalog/line-words.ts'
import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { Tx } from '#platform/db/tables.ts'
import { grouped } from '#shared/number-words.ts'
import { marksOf, returnName } from './return-words.ts'
import { returnReasons, type ReturnReason, type ReturnState, type Schedule, type Storage } from './return-shapes.ts'

interface MailedReturn {
  number: number
  authorized_at: Date | null
  order_number: string | null
  invoice_id: string | null
  answer: string
  credit_number: string
  has_label: boolean
  lines: {
    name: string
    quantity: number
    reason: ReturnReason
    next: string
    received: number | null
    schedule: Schedule
    storage: Storage
  }[]
  people: { email: string; name: string }[]
}

/** Emails the person who requested it, and the customer of the order if that is someone else. */
export const mailReturn = async (
  tx: Tx,
  id: string,
  { event, publicUrl }: { event: ReturnState; publicUrl: string },
): Promise<void> => {
  const { rows } = await sql<MailedReturn>`
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

interface Mailing {
  found: Omit<MailedReturn, 'people'>
  event: ReturnState
  person: { email: string; name: string }
  publicUrl: string
}

const maxLinesShown = 30

const returnEmail = (id: string, { found, event, person, publicUrl }: Mailing) => {
  const { number, authorized_at: authorizedAt, order_number: order, invoice_id: invoice, lines } = found
  const name = returnName({ number, isAuthorized: authorizedAt !== null })
  const shown = lines.slice(0, maxLinesShown)
  return composeEmail(person, `${name} ${subjects[event]}`, [
    sentenceOf(event, found),
    facts([
      order && ['Order', order],
      invoice && ['Invoice', invoice],
      ...shown.map(
        (line) =>
          [
            nameWithMarks(line.name, marksOf(line)),
            event === 'received' ? `${grouped(line.received ?? 0)} received` : grouped(line.quantity),
            `${returnReasons[line.reason]}${event === 'requested' ? `. ${line.next}` : ''}`,
          ] as const,
      ),
      lines.length > shown.length && ['…', `and ${lines.length - shown.length} more`],
    ]),
    (event === 'authorized' || event === 'refused') && found.answer,
    event === 'authorized' && found.has_label && 'The return label is on the page of the return.',
    link(publicUrl, 'View return', `/returns/${id}`),
  ])
}

const subjects: Record<ReturnState, string> = {
  requested: 'was requested',
  authorized: 'was authorized',
  received: 'was received',
  credited: 'was credited',
  refused: 'was refused',
  canceled: 'was canceled',
}

const sentenceOf = (event: ReturnState, { credit_number: credit }: Pick<MailedReturn, 'credit_number'>): string => {
  switch (event) {
    case 'requested':
      return 'We received this request. Do not ship anything before we answer.'
    case 'authorized':
      return 'We authorized this return. Write its number on the outside of the package.'
    case 'received':
      return 'We received your return. We will credit it next.'
    case 'credited':
      return `This return is credited with credit note ${credit}.`
    case 'refused':
      return 'We can’t accept this return.'
    case 'canceled':
      return 'This return was canceled. Do not ship anything.'
  }
}
