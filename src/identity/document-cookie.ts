import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config.ts'
import { readCookie, writeCookie } from '#platform/http/cookies.ts'

const name = 'apotheca_document'
const path = '/api/users/DownloadPDF'
const week = 7 * 86_400

/** The session token as a cookie for the address that opens in a new tab without headers; null clears it. */
export const documentCookie = (token: string | null, config: Pick<Config, 'PUBLIC_URL'>): string =>
  writeCookie({ name, value: token ?? '', path, seconds: token ? week : 0 }, config)

export const documentToken =
  (config: Pick<Config, 'PUBLIC_URL'>) =>
  ({ headers }: FastifyRequest): string | null =>
    readCookie(headers.cookie, name, config) || null
