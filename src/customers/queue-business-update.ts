import type { NewJob } from '#platform/jobs/queue.ts'

export const businessUpdateKind = 'accounts.business-news'

/** What follows when a file gave a business a number, or another license: done after it, because those who do it are above. */
export const queueBusinessUpdate = ({ businessId, number }: { businessId: string; number: string }): NewJob => ({
  kind: businessUpdateKind,
  payload: { businessId, number },
})
