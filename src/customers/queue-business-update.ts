import type { NewJob } from '#platform/jobs/queue.ts'

export const businessUpdateKind = 'accounts.business-news'

/**
 * Queues what follows when an import gives a business an account number or another license. It runs as a job because
 * the hooks belong to rooms above.
 */
export const queueBusinessUpdate = ({ businessId, number }: { businessId: string; number: string }): NewJob => ({
  kind: businessUpdateKind,
  payload: { businessId, number },
})
