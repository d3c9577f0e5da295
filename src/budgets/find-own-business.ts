import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'

/** The business of a manager. Admins get 404, because what a business manages itself is not theirs. */
export const ownBusiness = ({ businessId, isAdmin }: Pick<Caller, 'businessId' | 'isAdmin'>): string => {
  if (isAdmin || businessId === null) throw notFound('Business')
  return businessId
}
