import { createHash, timingSafeEqual } from 'node:crypto'
import { header, html } from './reply.ts'
import type { Call, Reply } from './reply.ts'

/** Basic authentication; a stranger sees the logon page, not JSON. */
export const refuseStranger = (call: Call, user: string, password: string): Reply | null => {
  const [, credentials = ''] = /^Basic (.+)$/i.exec(header(call, 'authorization')) ?? []
  const given = Buffer.from(credentials, 'base64').toString('utf8')
  if (timingSafeEqual(digest(given), digest(`${user}:${password}`))) return null
  const reply = html(401, 'Logon Error Message')
  reply.headers['www-authenticate'] = 'Basic realm="Business system [QX7/100]"'
  return reply
}

const digest = (text: string) => createHash('sha256').update(text).digest()
