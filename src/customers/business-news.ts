import type { NewJob } from '#platform/jobs/queue.ts'

export const businessNewsKind = 'accounts.business-news'

/** What follows when a file gave a business a number, or another license: done after it, because those who do it are above. */
export const businessNews = ({ businessId, number }: { businessId: string; number: string }): NewJob => ({
  kind: businessNewsKind,
  payload: { businessId, number },
})
