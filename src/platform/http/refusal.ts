/** A valid request that the server declines. The user sees the message as it is. */
export class Refusal extends Error {
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(status: number, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

export const notFound = (what: string) => new Refusal(404, `${what} not found`)
