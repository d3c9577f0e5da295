/** A request the business system understood and declines; it becomes an OData error body and a sap-message header. */
export class ODataError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, message: string, code = '') {
    super(message)
    this.status = status
    this.code = code
  }
}

export const badRequest = (message: string) => new ODataError(400, message)

export const notFound = (message: string) => new ODataError(404, message)
