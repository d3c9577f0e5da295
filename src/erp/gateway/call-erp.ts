import { Postponed } from '#platform/jobs/worker.ts'
import { ErpError } from './erp.ts'

/** Runs a query that changes nothing; if it fails, the job is postponed and the order stays as it is. */
export const callErp = async <T>(question: () => Promise<T>): Promise<T> => {
  try {
    return await question()
  } catch (error) {
    if (error instanceof ErpError && error.outcome === 'not-sent') throw postponed(error)
    if (error instanceof ErpError && error.outcome === 'unknown') throw new Postponed(60, error.message)
    throw error
  }
}

/** Nothing was sent: postpones the whole lane, so that orders arrive in the order they were placed. */
export const postponed = ({ message, retryAfterSeconds, onlyThisOrder, needsOperator }: ErpError): Postponed => {
  const usual = needsOperator || onlyThisOrder ? 60 : 10
  const seconds = Math.min(600, Math.max(1, retryAfterSeconds ?? usual))
  return new Postponed(seconds, message, { wholeLane: !onlyThisOrder })
}
