import { type Addressee, composeEmail, facts, link } from '#mail/compose-email.ts'

interface Proposed {
  company: string
  facts: { name: string; address1: string; city: string; state: string; zip: string; licenseNumber: string }
  /** A user of the business, for the link to the customer page. */
  userId: string
  publicUrl: string
}

export const shipToProposedEmail = (admin: Addressee, { company, facts: address, userId, publicUrl }: Proposed) =>
  composeEmail(admin, `New ship-to address from ${company}`, [
    `${company} asks to add this ship-to address:`,
    facts([
      ['Ship to', address.name],
      ['Address', `${address.address1}, ${address.city}, ${address.state} ${address.zip}`],
      ['License', address.licenseNumber || 'not provided'],
    ]),
    'It can be used for orders once you verify it.',
    link(publicUrl, 'View customer', `/admin/customer/${userId}?tab=ordering`),
  ])
