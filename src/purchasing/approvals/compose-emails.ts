import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { fullName } from '#shared/full-name.ts'
import { asDollars } from '#shared/money.ts'

interface Person {
  name: string
  lastName: string
  email: string
}

interface Requested {
  id: string
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
export const approvalRequestedEmail = (
  approver: Person,
  { id, asker, approvedBy, reasons, askedReason, lines, total, publicUrl }: Requested,
) => {
  const requester = fullName(asker)
  return composeEmail(approver, `${requester} asks you to approve an order for ${asDollars(total)}`, [
    `${requester} wants to place this order:`,
    facts(
      [
        ['Lines', String(lines)],
        ...reasons.map((reason) => ['Needs approval', reason] as const),
        ...(approvedBy ? [['Approved by', fullName(approvedBy)] as const] : []),
      ],
      [['Total', asDollars(total)]],
    ),
    askedReason && `${requester} says: ${askedReason}`,
    'Nothing is ordered and no stock is reserved until you approve it. The request expires in seven days.',
    link(publicUrl, 'View request', `/approvals/${id}`),
  ])
}

interface Rejected {
  id: string
  asker: Person
  approver: Person
  total: number
  reason: string
  publicUrl: string
}

export const approvalRejectedEmail = ({ id, asker, approver, total, reason, publicUrl }: Rejected) =>
  composeEmail(asker, `Your order for ${asDollars(total)} was not approved`, [
    `${fullName(approver)} did not approve your order, so nothing was ordered:`,
    reason,
    facts([], [['Total', asDollars(total)]]),
    link(publicUrl, 'View request, and put its lines back into your cart', `/approvals/${id}`),
  ])

type Expired = Pick<Rejected, 'id' | 'asker' | 'total' | 'publicUrl'>

export const approvalExpiredEmail = ({ id, asker, total, publicUrl }: Expired) =>
  composeEmail(asker, `Approval expired for your order for ${asDollars(total)}`, [
    'Your order was not approved within seven days. The request expired, and nothing was ordered.',
    facts([], [['Total', asDollars(total)]]),
    link(publicUrl, 'View request, and put its lines back into your cart', `/approvals/${id}`),
  ])
