import { randomBytes } from 'node:crypto'
import { header, text } from './reply.ts'
import type { Call, Reply } from './reply.ts'

export type Csrf = {
  /** Null when the call may pass. */
  refuse: (call: Call) => Reply | null
  /** Adds a token and its cookies to the answer of a reading call that fetches one. */
  attach: (call: Call, reply: Reply) => void
  expire: () => void
}

const cookieName = 'sap-XSRF_QX7_100'

/** A token is worth something only together with all the cookies that came with it. */
export const newCsrf = (): Csrf => {
  const cookieOf = new Map<string, string>()
  return {
    refuse: (call) => {
      if (['GET', 'HEAD'].includes(call.method)) return null
      const cookies = readCookies(header(call, 'cookie'))
      const expected = cookieOf.get(header(call, 'x-csrf-token'))
      if (expected && cookies.get(cookieName) === expected && cookies.has('sap-usercontext')) return null
      const refusal = text(403, 'text/plain', 'CSRF token validation failed')
      refusal.headers['x-csrf-token'] = 'Required'
      return refusal
    },
    attach: (call, reply) => {
      if (!['GET', 'HEAD'].includes(call.method) || header(call, 'x-csrf-token').toLowerCase() !== 'fetch') return
      const token = randomBytes(16).toString('base64')
      const cookie = `${new Date().toISOString().replace(/\D/g, '')}-${randomBytes(12).toString('base64url')}`
      cookieOf.set(token, cookie)
      if (cookieOf.size > 1000) cookieOf.delete([...cookieOf.keys()][0] ?? '')
      reply.headers['x-csrf-token'] = token
      reply.headers['set-cookie'] = [
        'sap-usercontext=sap-client=100; path=/',
        `${cookieName}=${cookie}; path=/; secure; HttpOnly`,
      ]
    },
    expire: () => cookieOf.clear(),
  }
}

const readCookies = (line: string) =>
  new Map(
    line.split(';').map((part) => {
      const [name = '', ...value] = part.trim().split('=')
      return [name, value.join('=')]
    }),
  )
