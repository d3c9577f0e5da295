import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contactWords, demoWords } from '#shared/contact-words.ts'
import { jarMark, ownName } from '#shared/jar-mark.ts'
import { isPhotograph, sizesOf } from '#shared/picture-sizes.ts'
import { type Brand, type Logo, mainTonesOf } from '../brand.ts'
import type { Config } from '../config.ts'
import { root } from '../root.ts'
import { builtVersion as version } from '../version.ts'
import { pageHeaders, type Sources } from './page-policy.ts'

/** The web client's build output. */
export const built = resolve(root, 'dist/web')

interface Browser {
  http: FastifyInstance
  config: Config
  brand(): Brand
  /** Content sources of the payment providers for payment pages; null for all other pages. */
  payingSources(address: string): Sources | null
  /** The product picture of the page at this address, which appears before its code has loaded. */
  pictureAhead(address: string): Promise<string | null>
}

/** Serves the web client: hashed assets cached a year, and the same HTML page for every address outside of the API. */
export const browserRoutes = async ({ http, config, brand, payingSources, pictureAhead }: Browser): Promise<void> => {
  const page = await readFile(resolve(built, 'index.html'), 'utf8').catch(() => null)
  const filesOf = await screenReader()

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
    // The hashed name already identifies the build.
    (request, reply) => reply.removeHeader('x-apotheca-version').sendFile(request.params['*']),
  )

  const sendPage = async ({ url: address }: FastifyRequest, reply: FastifyReply) => {
    if (!page) return refuseUnbuilt(reply)
    const nonce = randomBytes(16).toString('base64')
    const sources = payingSources(address)
    const shown = brand()
    const files = filesOf(address)
    const settings = settingsFor(config, shown, sources !== null)
    const picture = await pictureAhead(address)
    const filled = page
      .replaceAll('CSP_NONCE', nonce)
      .replace('BRAND_NAME', () => attribute(shown.name))
      .replace('PORTAL_SETTINGS', () => attribute(JSON.stringify(settings)))
      .replace('<!-- FIRST_STRIP -->', () => stripOf(settings))
      .replace('<!-- SCREEN_FILES -->', () => (files ?? []).map(linkTo).join(''))
      .replace('<!-- FIRST_BRAND -->', () => headOf(shown, nonce))
      .replace('<!-- FIRST_LOGO -->', () => firstLogoOf(shown))
      .replace('<!-- FIRST_PICTURE -->', () => plateOf(picture))
    return reply
      .headers({
        ...pageHeaders(nonce, config, sources),
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .status(files ? 200 : 404)
      .send(filled)
  }

  // A route instead of the not-found handler, so that the page gets compressed.
  http.get('/*', { config: { access: 'anyone' } }, (request, reply) =>
    wantsPage(request) ? sendPage(request, reply) : reply.callNotFound(),
  )
  http.setNotFoundHandler((_request, reply) => reply.status(404).send({ message: 'There is nothing at this address.' }))
}

export const refuseUnbuilt = (reply: FastifyReply): FastifyReply =>
  reply.status(503).send({ message: 'The browser side is not built. Run npm start.' })

/** The files to preload for the screen at an address; null for none. Without a build every address is accepted. */
const screenReader = async (): Promise<(address: string) => string[] | null> => {
  const list = await readFile(resolve(built, 'screens.json'), 'utf8').catch(() => null)
  if (list === null) return () => []
  // The build writes this file, so its shape is known.
  const screens = Object.entries(JSON.parse(list) as Record<string, string[]>).map(
    ([path, files]) => [new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?([?#]|$)`), files] as const,
  )
  return (address) => screens.find(([form]) => form.test(address))?.[1] ?? null
}

/** Low priority, because the first paint needs none of these files. */
const linkTo = (file: string): string =>
  `<link rel="${file.endsWith('.js') ? 'modulepreload' : 'preload" as="style'}" fetchpriority="low" crossorigin href="${file}">`

const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  !/^\/(api|assets|brand|pictures|uploads|dev)(\/|$|\?)/.test(url) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*')

/** The picture with the same attributes as in `picture.tsx`, so that the browser does not download it twice. */
const plateOf = (picture: string | null): string => {
  if (!picture) return ''
  const sizes = sizesOf(picture)
  const widths = sizes ? ` sizes="${sizes.sizes}" srcset="${attribute(sizes.srcSet)}"` : ''
  const plate = isPhotograph(picture) ? ' data-photo' : ''
  return `<div class="first-product"${plate}><img alt="" fetchpriority="high"${widths} src="${attribute(picture)}"></div>`
}

/** Settings that the page needs before its first API call. */
const settingsFor = (
  { BUSINESS_TIME_ZONE, CONTACT_EMAIL, CONTACT_PHONE, REQUEST_DAYS, DEMO, DOCS_URL, SMTP_URL }: Config,
  brand: Brand,
  paysHere: boolean,
) => ({
  brand: settingsOfBrand(brand),
  contactEmail: CONTACT_EMAIL,
  contactPhone: CONTACT_PHONE,
  requestDays: REQUEST_DAYS,
  timeZone: BUSINESS_TIME_ZONE,
  demo: DEMO,
  guide: DOCS_URL,
  mailbox: DEMO && SMTP_URL === '',
  paysHere,
  version,
})

/** The top strip, with the same markup as the rendered page. */
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

/** A logo as the pages show it. */
interface ShownLogo {
  src: string
  width: number
  height: number
  /** A logo made for light backgrounds gets a light plate in the dark header. */
  onPlate: boolean
}

/** Brand settings that the pages need before their first API call. */
const settingsOfBrand = (brand: Brand) => ({
  name: brand.name,
  footer: brand.footer,
  legal: brand.legal,
  tones: brand.tones,
  logo: brand.logoDark ? shown(brand.logoDark, 'logo-dark', brand) : shown(brand.logo, 'logo', brand, true),
  logoOnPaper: shown(brand.logo, 'logo', brand),
})

const logoHeight = 30

const shown = (logo: Logo | null, file: string, { version }: Brand, onPlate = false): ShownLogo | null =>
  logo && {
    src: `/brand/${file}?v=${version}`,
    width: Math.round((logo.width * logoHeight) / logo.height),
    height: logoHeight,
    onPlate,
  }

/** Head elements of the page: title, icons, manifest and the colors of the first paint. */
const headOf = (brand: Brand, nonce: string): string => {
  const { header, headerInDark } = mainTonesOf(brand)
  const at = (file: string) => `/brand/${file}?v=${brand.version}`
  return [
    `<title>${attribute(brand.name)}</title>`,
    `<meta name="theme-color" content="${header}" media="(prefers-color-scheme: light)" />`,
    `<meta name="theme-color" content="${headerInDark}" media="(prefers-color-scheme: dark)" />`,
    `<link rel="icon" type="image/svg+xml" href="${at('icon.svg')}" />`,
    `<link rel="apple-touch-icon" sizes="180x180" href="${at('icon-180.png')}" />`,
    `<link rel="manifest" href="${at('manifest.webmanifest')}" />`,
    ...(brand.tones ? [`<style nonce="${nonce}">${firstColors(brand.tones.surfaces)}</style>`] : []),
  ].join('\n')
}

const firstColors = (surfaces: Record<string, [string, string]>): string =>
  [0, 1]
    .map((scheme) => {
      const written = Object.entries(surfaces).map(([name, both]) => `${name}:${both[scheme]}`)
      return `html${scheme === 1 ? "[data-mantine-color-scheme='dark']" : ''}{${written.join(';')}}`
    })
    .join('')

/** The logo at the left of the header until the page's code has loaded. */
const firstLogoOf = (brand: Brand): string => {
  const { logo, name } = settingsOfBrand(brand)
  if (logo)
    return `<img class="first-picture" src="${logo.src}" width="${logo.width}" height="${logo.height}" alt=""${logo.onPlate ? ' data-plate' : ''} />`
  const jar = `<svg width="24" height="28" viewBox="${jarMark.viewBox}"><path fill-rule="evenodd" d="${jarMark.path}" /></svg>`
  return `${name === ownName ? jar : ''}${attribute(name)}`
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
