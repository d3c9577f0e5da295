import type { EmailMessage } from '#mail/compose-email.ts'
import { type Addressee, emailTo, textPart } from '#identity/compose-emails.ts'

interface Proposed {
  company: string
  facts: { name: string; address1: string; city: string; state: string; zip: string; licenseNumber: string }
  /** A user of the business, for the link to the customer page. */
  userId: string
  publicUrl: string
}

export const shipToProposedEmail = (
  admin: Addressee,
  { company, facts, userId, publicUrl }: Proposed,
): EmailMessage => {
  const { name, address1, city, state, zip, licenseNumber } = facts
  return emailTo(admin, `New ship-to address from ${company}`, [
    textPart(`${company} asks to add this ship-to address:`),
    {
      kind: 'facts',
      facts: [
        ['Ship to', name],
        ['Address', `${address1}, ${city}, ${state} ${zip}`],
        ['License', licenseNumber || 'not provided'],
      ],
    },
    textPart('It can be used for orders once you verify it.'),
    ...(publicUrl
      ? [{ kind: 'link' as const, label: 'View customer', url: `${publicUrl}/admin/customer/${userId}` }]
      : []),
  ])
}
