import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contactWords, demoWords } from '#shared/contact-words.ts'
import type { Config } from '../config.ts'
import { root } from '../root.ts'
import { readFirstVisits, type ScreenFileAt } from './first-visit.ts'
import type { PageCache } from './page-cache.ts'

const compress = promisify(brotliCompress)

const built = resolve(root, 'dist/web')

/** Milliseconds that a page waits for what it could bring along. */
const longestWait = 300

/** Sources for a content security policy, each list with a blank before it. */
interface Sources {
  script: string
  frame: string
  connect: string
  img: string
}

interface Browser {
  http: FastifyInstance
  config: Config
  pages: PageCache
  /** What a page where people pay loads beyond the portal itself; null for every other page. */
  payingSources(address: string): Sources | null
  screenFileAt: ScreenFileAt
}

/** The browser's side: hashed files for a year, and one page for every address that is not a call. */
export const browserRoutes = async ({ http, config, pages, payingSources, screenFileAt }: Browser): Promise<void> => {
  const page = await readFile(resolve(built, 'index.html'), 'utf8').catch(() => null)
  const firstVisit = await readFirstVisits(built, screenFileAt)

  await http.register(fastifyStatic, {
    root: resolve(built, 'assets'),
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  http.get<{ Params: { '*': string } }>(
    '/assets/*',
    { config: { access: 'anyone' }, logLevel: 'warn' },
    (request, reply) => reply.sendFile(request.params['*']),
  )

  /** What is not in memory is asked for on the visitor's behalf, so that the browser need not come back for it. */
  const answerFor = async (remoteAddress: string, question: string): Promise<string | undefined> => {
    const kept = pages.peek(question)
    if (kept !== undefined) return kept
    const asked = http.inject({ method: 'GET', url: question, remoteAddress }).then(
      ({ statusCode, body }) => (statusCode === 200 ? body : undefined),
      () => undefined,
    )
    return Promise.race([asked, pause(longestWait, undefined, { ref: false })])
  }

  const sendPage = async ({ url: address, headers, ip }: FastifyRequest, reply: FastifyReply) => {
    if (!page) return reply.status(503).send({ message: 'The browser side is not built. Run npm start.' })
    const nonce = randomBytes(16).toString('base64')
    const sources = payingSources(address)
    const settings = settingsFor(config, sources !== null)
    const { links, styles, answers } = await firstVisit(address, (question) => answerFor(ip, question))
    const filled = page
      .replaceAll('CSP_NONCE', nonce)
      .replace('PORTAL_SETTINGS', () => attribute(JSON.stringify(settings)))
      .replace('<!-- FIRST_LINKS -->', () => links)
      .replace('<!-- FIRST_STRIP -->', () => stripOf(settings))
      .replace('<!-- FIRST_STYLES -->', () => styles)
      .replace('{ "FIRST_ANSWERS": null }', () => answers)
    void reply
      .headers({
        'content-security-policy': policy(nonce, config, sources),
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
      .type('text/html; charset=utf-8')
    if (!(headers['accept-encoding'] ?? '').includes('br')) return reply.send(filled)
    return reply.header('content-encoding', 'br').send(await packed(filled))
  }

  http.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) return sendPage(request, reply)
    return reply.status(404).send({ message: 'There is nothing at this address.' })
  })
}

/** Quick rather than small: the page is made anew for every visit. */
const packed = (text: string): Promise<Buffer> => compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|assets|pictures|uploads|dev)(\/|$|\?)/.test(url) &&
  /text\/html|\*\/\*/.test(headers.accept ?? '*/*')

/** What the shell must know before its first call. */
const settingsFor = ({ CONTACT_EMAIL, CONTACT_PHONE, DEMO, SMTP_URL }: Config, paysHere: boolean) => ({
  contactEmail: CONTACT_EMAIL,
  contactPhone: CONTACT_PHONE,
  demo: DEMO,
  mailbox: DEMO && SMTP_URL === '',
  paysHere,
})

/** The uppermost line, as the page itself will write it. */
const stripOf = (settings: ReturnType<typeof settingsFor>): string => {
  const [contact, demo] = [contactWords(settings), demoWords(settings)]
  if (contact.length + demo.length === 0) return ''
  const lineOf = (words: typeof contact) => {
    const written = words.map(({ text, href }) =>
      href ? `<a href="${attribute(href)}">${attribute(text)}</a>` : attribute(text),
    )
    return `<p>${written.join('')}</p>`
  }
  return `<div class="first-strip">${lineOf(contact)}${demo.length > 0 ? lineOf(demo) : ''}</div>`
}

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')

const nowhereElse: Sources = { script: '', frame: '', connect: '', img: '' }

const policy = (nonce: string, config: Config, sources: Sources | null): string => {
  const providers = sources ?? nowhereElse
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${providers.script}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${providers.img}`,
    "font-src 'self'",
    `connect-src 'self'${providers.connect}`,
    `frame-src 'self'${providers.frame}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(config.PUBLIC_URL.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** What every answer carries. */
export const headersFor = ({ PUBLIC_URL }: Config): Record<string, string> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
  ...(PUBLIC_URL.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})
