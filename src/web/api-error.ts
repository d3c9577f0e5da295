/** What a call threw: status 0 when the portal could not be reached; `details` is the whole body of the answer. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, details: Readonly<Record<string, unknown>>) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** The server's message when it sent one, else a sentence of our own. */
export const failureOf = (status: number, body: unknown): ApiError => {
  const details = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {} // any object may be read by key
  const message = typeof details['message'] === 'string' && details['message']
  return new ApiError(status, message || `The portal returned an error (${status}). Try again in a moment.`, details)
}

/** A lost connection and a failing server may heal by themselves; a refusal does not. */
export const mayHeal = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Only what may heal by itself is tried again, three times. */
export const worthRetrying = (failures: number, error: Error): boolean => failures < 3 && mayHeal(error)

/** One second, doubling, thirty at most. */
export const retryDelay = (failures: number): number => Math.min(1_000 * 2 ** failures, 30_000)
