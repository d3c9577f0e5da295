import { composeEmail, type EmailMessage } from '#mail/compose-email.ts'
import type { EmailPart } from '#mail/compose-page.ts'
import { asDollars } from '#shared/money.ts'

interface Person {
  name: string
  lastName: string
  email: string
}

interface Params {
  id: string
  approver: Person
  asker: Person
  /** The approver of the step before. */
  approvedBy?: Person
  reasons: readonly string[]
  /** The requester's note. */
  askedReason: string
  lines: number
  total: number
  publicUrl: string
}

/** Email to an approver with a link to the request. */
export const approvalRequestedEmail = ({
  id,
  approver,
  asker,
  approvedBy,
  reasons,
  askedReason,
  lines,
  total,
  publicUrl,
}: Params): EmailMessage =>
  composeEmail({
    to: approver.email,
    subject: `${fullName(asker)} asks you to approve an order for ${asDollars(total)}`,
    parts: [
      { kind: 'text', text: `Hello ${approver.name},` },
      { kind: 'text', text: `${fullName(asker)} wants to place this order:` },
      {
        kind: 'facts',
        facts: [
          ['Lines', String(lines)],
          ...reasons.map((reason) => ['Needs approval', reason] as const),
          ...(approvedBy ? [['Approved by', fullName(approvedBy)] as const] : []),
        ],
        totals: [['Total', asDollars(total)]],
      },
      ...(askedReason ? [{ kind: 'text' as const, text: `${fullName(asker)} says: ${askedReason}` }] : []),
      {
        kind: 'text',
        text: 'Nothing is ordered and no stock is reserved until you approve it. The request expires in seven days.',
      },
      ...linkTo(publicUrl, id, 'View request'),
    ],
  })

const totalOf = (total: number): EmailPart => ({ kind: 'facts', facts: [], totals: [['Total', asDollars(total)]] })

const linkTo = (publicUrl: string, id: string, label: string) =>
  publicUrl ? [{ kind: 'link' as const, label, url: `${publicUrl}/approvals/${id}` }] : []

const fullName = ({ name, lastName, email }: Person): string => `${name} ${lastName}`.trim() || email

interface Rejected {
  id: string
  asker: Person
  approver: Person
  total: number
  reason: string
  publicUrl: string
}

export const approvalRejectedEmail = ({ id, asker, approver, total, reason, publicUrl }: Rejected): EmailMessage =>
  composeEmail({
    to: asker.email,
    subject: `Your order for ${asDollars(total)} was not approved`,
    parts: [
      { kind: 'text', text: `Hello ${asker.name},` },
      { kind: 'text', text: `${fullName(approver)} did not approve your order, so nothing was ordered:` },
      { kind: 'text', text: reason },
      totalOf(total),
      ...linkTo(publicUrl, id, 'View request, and put its lines back into your cart'),
    ],
  })

export const approvalExpiredEmail = ({
  id,
  asker,
  total,
  publicUrl,
}: Pick<Rejected, 'id' | 'asker' | 'total' | 'publicUrl'>): EmailMessage =>
  composeEmail({
    to: asker.email,
    subject: `Approval expired for your order for ${asDollars(total)}`,
    parts: [
      { kind: 'text', text: `Hello ${asker.name},` },
      {
        kind: 'text',
        text: 'Your order was not approved within seven days. The request expired, and nothing was ordered.',
      },
      totalOf(total),
      ...linkTo(publicUrl, id, 'View request, and put its lines back into your cart'),
    ],
  })
