import { type Addressee, composeEmail, link } from '#mail/compose-email.ts'

interface Opened {
  reviewId: string
  customer: string
  publicUrl: string
}

/** Names no figure or rule: mails leave the portal. */
export const reviewOpenedEmail = (reader: Addressee, { reviewId, customer, publicUrl }: Opened) =>
  composeEmail(reader, `Order under review from ${customer}`, [
    `A rule of order monitoring put an order from ${customer} on hold. It does not ship before the review is decided.`,
    link(publicUrl, 'View the review', `/admin/review/${reviewId}`),
  ])
