import type { FastifyReply } from 'fastify'
import type { App } from '#platform/feature.ts'
import type { Brand, Logo } from '#platform/brand.ts'
import { changeBrand } from './change-brand.ts'
import { branding } from './contract.ts'
import { drawIcon, paintIcon } from './draw-icon.ts'
import type { SyncedBrand } from './sync-brand.ts'

/** Two logos of the maximum size, in base64. */
const large = { bodyLimit: 768 * 1024 }

/** Serves logos, icons and the manifest to everyone, versioned by query parameter, and lets admins change the brand. */
export const brandingRoutes = ({ http, brand, serve, db }: App, followed: SyncedBrand): void => {
  serve(branding.brand, async () => shownToAdmins(brand()))

  serve(
    branding.change,
    async (call) => {
      await changeBrand(db, call)
      await followed.read()
      return { message: 'Brand saved' }
    },
    large,
  )

  http.get<{ Params: { file: string }; Querystring: { v?: string } }>(
    '/brand/:file',
    { config: { access: 'anyone' }, logLevel: 'warn' },
    async ({ params, query }, reply) => {
      const shown = brand()
      const file = await fileNamed(params.file, shown)
      if (!file) return reply.status(404).send({ message: 'There is nothing at this address.' })
      return send(reply, file, query.v === shown.version)
    },
  )
}

const shownToAdmins = ({ name, color, footer, legal, logo, logoDark, version }: Brand) => ({
  name,
  color,
  footer,
  legal: { terms: '', privacy: '', imprint: '', accessibility: '', ...legal },
  logo: logo && `/brand/logo?v=${version}`,
  logoDark: logoDark && `/brand/logo-dark?v=${version}`,
})

interface File {
  type: string
  content: Buffer | string
}

type Draw = (brand: Brand) => File | null | Promise<File>

const files = new Map<string, Draw>([
  ['logo', ({ logo }) => fileOf(logo)],
  ['logo-dark', ({ logoDark }) => fileOf(logoDark)],
  ['icon.svg', async (brand) => ({ type: 'image/svg+xml', content: await drawIcon(brand) })],
  ...[180, 192, 512].map((size): [string, Draw] => [`icon-${size}.png`, (brand) => iconOf(brand, size)]),
  ['manifest.webmanifest', (brand) => ({ type: 'application/manifest+json', content: manifestOf(brand) })],
])

/** Each file is rendered once per brand version. */
const drawn = new WeakMap<Brand, Map<string, ReturnType<Draw>>>()

const fileNamed = (name: string, brand: Brand): ReturnType<Draw> => {
  const draw = files.get(name)
  if (!draw) return null
  const known = drawn.get(brand) ?? new Map<string, ReturnType<Draw>>()
  drawn.set(brand, known)
  const file = known.get(name) ?? draw(brand)
  known.set(name, file)
  return file
}

const fileOf = (logo: Logo | null): File | null => logo && { type: logo.type, content: logo.content }

const iconOf = async (brand: Brand, size: number): Promise<File> => ({
  type: 'image/png',
  content: await paintIcon(brand, size),
})

const manifestOf = ({ name, tones, version }: Brand): string =>
  JSON.stringify({
    id: '/',
    name,
    short_name: name.slice(0, 12),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#faf8f4',
    theme_color: tones?.surfaces['--header']?.[0] ?? '#0b3b2e',
    icons: [192, 512].map((size) => ({
      src: `/brand/icon-${size}.png?v=${version}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any',
    })),
  })

/** An SVG opened directly is a document, so the policy blocks scripts and external content. */
const send = (reply: FastifyReply, { type, content }: File, isOfVersion: boolean) =>
  reply
    .headers({
      'cache-control': isOfVersion ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .type(type)
    .send(content)
