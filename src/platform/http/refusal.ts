/** A request that was understood and declined: its message is shown to the user as it stands. */
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
