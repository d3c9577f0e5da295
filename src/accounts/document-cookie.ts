import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config.ts'

const name = 'apotheca_document'
const path = '/api/users/DownloadPDF'
const week = 7 * 86_400

/**
 * The session's token for the one address that opens in a tab of its own, where no header can be sent. No script
 * reads it, no other address receives it, and no other site's link carries it. Null takes it away.
 */
export const documentCookie = (token: string | null, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string =>
  [
    `${name}=${token ?? ''}`,
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${token ? week : 0}`,
    ...(PUBLIC_URL.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

export const documentToken = ({ headers }: FastifyRequest): string | null => {
  const pair = (headers.cookie ?? '').split(';').find((one) => one.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1) || null
}
