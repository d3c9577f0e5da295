/** The error of a call: status 0 if the portal was unreachable; `details` is the whole response body. */
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

/** Uses the server's message if there is one, else a generic sentence. */
export const failureOf = (status: number, body: unknown): ApiError => {
  const details = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {} // any object may be read by key
  const message = typeof details['message'] === 'string' && details['message']
  return new ApiError(status, message || `The portal returned an error (${status}). Try again in a moment.`, details)
}

/** A lost connection and a server error may be temporary; a refusal is not. */
export const mayHeal = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500

/** Retries temporary errors up to three times. */
export const worthRetrying = (failures: number, error: Error): boolean => failures < 3 && mayHeal(error)

/** Exponential backoff from one second to thirty. */
export const retryDelay = (failures: number): number => Math.min(1_000 * 2 ** failures, 30_000)
