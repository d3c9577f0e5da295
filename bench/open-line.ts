import { connect, type Socket } from 'node:net'

export interface BenchCall {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface BenchAnswer {
  status: number
  /** The text of failed replies only; successful ones are counted and discarded. */
  text: string
}

export interface BenchConnection {
  ask(call: BenchCall): Promise<BenchAnswer>
  close(): void
}

const headEnd = '\r\n\r\n'
const maxTextLength = 200

/**
 * A connection that sends one call after the other and reconnects when the server closes it. All replies are read into
 * the same buffer: allocating each body would cause garbage collection pauses of 20 to 30 ms, which would count as
 * response time.
 */
export const openBenchConnection = (url: string): BenchConnection => {
  const { hostname, port, host } = new URL(url)
  const buffer = Buffer.allocUnsafe(64 * 1_024)
  let socket: Socket | null = null
  let waiting: PromiseWithResolvers<BenchAnswer> | null = null
  let answer: BenchAnswer | null = null
  let held: Buffer | null = null
  let missing = 0

  const fail = (error: Error) => {
    socket?.destroy()
    socket = null
    held = null
    answer = null
    waiting?.reject(error)
    waiting = null
  }

  /** Returns the offset of the body in the chunk, or its end while the header continues. */
  const readHead = (came: Buffer): number => {
    const all = held ? Buffer.concat([held, came]) : came
    const end = all.indexOf(headEnd)
    if (end < 0) {
      held = Buffer.from(all) // a copy, because the next read overwrites the buffer
      return came.length
    }
    const head = all.toString('latin1', 0, end)
    const length = /^content-length: *(\d+)/im.exec(head)?.[1]
    if (length === undefined) throw new Error('An answer has no length.')
    held = null
    missing = Number(length)
    answer = { status: Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), text: '' }
    return end + headEnd.length - (all.length - came.length)
  }

  const read = (bytes: number): boolean => {
    try {
      const came = buffer.subarray(0, bytes)
      const at = answer ? 0 : readHead(came)
      if (!answer) return true
      missing -= bytes - at
      if (answer.status >= 400 && answer.text.length < maxTextLength) answer.text += came.toString('utf8', at)
      if (missing > 0) return true
      const [asked, told] = [waiting, answer]
      waiting = answer = null
      asked?.resolve(told)
    } catch (error) {
      fail(error as Error)
    }
    return true
  }

  const open = (): Socket => {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer, callback: read } })
    opened.on('error', fail)
    opened.on('close', () => {
      if (socket === opened) fail(new Error('The connection was closed.'))
    })
    return opened
  }

  return {
    ask: (call) => {
      waiting = Promise.withResolvers<BenchAnswer>()
      socket ??= open()
      socket.write(requestOf(call, host))
      return waiting.promise
    },
    close: () => {
      const open = socket
      socket = null
      open?.destroy()
    },
  }
}

const requestOf = ({ method = 'GET', path, headers = {}, body }: BenchCall, host: string): string => {
  const all = {
    host,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}
