type RequestNote = {
  at: string
  method: string
  path: string
  resource: string
  /** What the client was answered; 0 when the connection was cut without an answer. */
  status: number
  fault: string | null
  /** Milliseconds until the answer. */
  took: number
}

export type RequestLog = {
  note: (request: RequestNote) => void
  last: () => readonly RequestNote[]
  clear: () => void
}

const kept = 5000

export const newRequestLog = (): RequestLog => {
  let notes: RequestNote[] = []
  return {
    note: (request) => {
      notes.push(request)
      if (notes.length > kept * 2) notes = notes.slice(-kept)
    },
    last: () => notes.slice(-kept),
    clear: () => {
      notes = []
    },
  }
}
