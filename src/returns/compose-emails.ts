import { nameWithMarks } from '#catalog/line-words.ts'
import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { grouped } from '#shared/number-words.ts'
import { isNotInHand } from './check-return.ts'
import {
  type Desk,
  desks,
  returnReasons,
  type ReturnReason,
  type ReturnState,
  type ReturnSchedule,
  type Storage,
} from './return-shapes.ts'
import { marksOf, returnName } from './return-words.ts'

export interface MailedReturn {
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
    schedule: ReturnSchedule
    storage: Storage
  }[]
}

interface Mailing {
  found: MailedReturn
  event: ReturnState
  person: { email: string; name: string }
  publicUrl: string
}

const maxLinesShown = 30

/** Tells the customer what a step of their return means. */
export const returnEmail = (id: string, { found, event, person, publicUrl }: Mailing) => {
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
            `${event === 'received' ? `${grouped(line.received ?? 0)} received` : grouped(line.quantity)}, ${returnReasons[line.reason].toLowerCase()}`,
          ] as const,
      ),
      lines.length > shown.length && ['…', `and ${lines.length - shown.length} more`],
    ]),
    ...(event === 'requested' ? new Set(lines.map(({ next }) => next)) : []),
    (event === 'authorized' || event === 'refused') && found.answer,
    event === 'authorized' && found.has_label && 'The return label is on the page of the return.',
    link(publicUrl, 'View return', `/returns/${id}`),
  ])
}

export interface DeskMailed {
  id: string
  number: number
  desk: Desk
  company: string
  lines: readonly { name: string; quantity: number; reason: ReturnReason }[]
}

/** Asks the wholesaler's desk for an answer to a new request. */
export const returnDeskEmail = (to: string, { id, number, desk, company, lines }: DeskMailed, publicUrl: string) => {
  const shown = lines.slice(0, maxLinesShown)
  return composeEmail(to, `${returnName({ number, isAuthorized: false })} waits for an answer (${desks[desk]})`, [
    `${company} requested a return.`,
    facts([
      ['Desk', desks[desk]],
      ...shown.map(
        ({ name, quantity, reason }) => [name, `${grouped(quantity)}, ${returnReasons[reason].toLowerCase()}`] as const,
      ),
      lines.length > shown.length && ['…', `and ${lines.length - shown.length} more`],
    ]),
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

const sentenceOf = (
  event: ReturnState,
  { credit_number: credit, lines }: Pick<MailedReturn, 'credit_number' | 'lines'>,
): string => {
  switch (event) {
    case 'requested':
      return 'We received this request.'
    case 'authorized':
      return lines.every(({ reason }) => isNotInHand(reason))
        ? 'We accepted this report. There is nothing to send back.'
        : 'We authorized this return. Write its number on the outside of the package.'
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
