import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'

/** The business that a manager manages; admins have none, and what a business keeps for itself is none of theirs. */
export const ownBusiness = ({ businessId, isAdmin }: Pick<Caller, 'businessId' | 'isAdmin'>): string => {
  if (isAdmin || businessId === null) throw notFound('Business')
  return businessId
}
