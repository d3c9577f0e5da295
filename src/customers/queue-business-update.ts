import type { NewJob } from '#platform/jobs/queue.ts'

export const businessUpdateKind = 'accounts.business-news'

/** What follows when an import changes a number or license; a job, because the hooks are in rooms above. */
export const queueBusinessUpdate = ({ businessId, number }: { businessId: string; number: string }): NewJob => ({
  kind: businessUpdateKind,
  payload: { businessId, number },
})
