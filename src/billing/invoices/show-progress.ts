import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Brand, mainTonesOf } from '#platform/brand.ts'
import { escapeHtml } from '#mail/escape-html.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'

/** True for a browser tab; false for API clients, which wait for the document. */
export const isTab = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document' || (headers.accept ?? '').includes('text/html')

const soon = 1_500

/** Resolves to the document, or to null if it takes too long; the fetch continues. */
export const ifSoon = async (document: Promise<Uint8Array>): Promise<Uint8Array | null> => {
  // Prevents an unhandled rejection: a failure after the timeout is reported to the next request.
  document.catch(() => {})
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), soon)
  return Promise.race([document, late]).finally(() => clearTimeout(timer))
}

/** A page that reloads until the document is ready; it needs no script. */
export const progressPage = (brand: Brand, id: string): ServedFile => ({
  type: 'text/html; charset=utf-8',
  name: `invoice-${id}.html`,
  isInline: true,
  status: 202,
  ...page(brand, {
    title: `Invoice ${id}`,
    text: 'The document is loading. It will appear here shortly.',
    isWaiting: true,
  }),
})

/** Shows an HTML page instead of a JSON error if the document was opened in a tab. */
export const makeRefuseInTab =
  (brand: () => Brand) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
    if (!(error instanceof Refusal) || !isTab(request)) return null
    const { content, headers } = page(brand(), {
      title: 'Invoice',
      text: error.status === 502 ? `${error.message} ${erpAway}` : error.message,
      isWaiting: false,
      wayOn: wayOn(request.url, error.status),
    })
    return reply.status(error.status).headers(headers).type('text/html; charset=utf-8').send(content)
  }

const erpAway = 'The document comes from the ERP, which is not responding. Try again later.'

/** Links for the next step: try again, sign in, or open the invoice page. */
const wayOn = (url: string, status: number): string => {
  const id = /\/([\w-]+)(?:\?.*)?$/.exec(url)?.[1]
  const back = id ? `<a href="/viewInvoice/${id}">Show the invoice</a>` : '<a href="/MyInvoices">My invoices</a>'
  if (status === 401) return '<a href="/signin">Sign in</a>'
  return `${status === 502 ? '<a href="">Try again</a> ' : ''}${back}`
}

interface Page {
  title: string
  text: string
  isWaiting: boolean
  /** HTML links. */
  wayOn?: string
}

const page = (brand: Brand, { title, text, isWaiting, wayOn: links = '' }: Page) => {
  const nonce = randomBytes(16).toString('base64')
  return {
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    },
    content: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${isWaiting ? '<meta http-equiv="refresh" content="2">' : ''}
<title>${escapeHtml(title)} · ${escapeHtml(brand.name)}</title>
<style nonce="${nonce}">${styleOf(brand)}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p role="${isWaiting ? 'status' : 'alert'}">${escapeHtml(text)}</p>
${isWaiting ? '<div class="bar"><i></i></div>' : `<p>${links}</p>`}
</main>
</body>
</html>
`,
  }
}

const styleOf = (brand: Brand): string => {
  const { strong, inDark } = mainTonesOf(brand)
  return `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: light-dark(#faf8f4, #121917); color: light-dark(#1b231f, #dbe3df); }
main { width: min(26rem, 90vw); }
h1 { margin: 0; font-size: 1.25rem; }
a { margin-right: 1rem; color: light-dark(${strong}, ${inDark}); }
.bar { height: 4px; overflow: hidden; border-radius: 2px; background: light-dark(#e4dfd3, #2b3531); }
.bar i { display: block; width: 40%; height: 100%; border-radius: 2px; background: light-dark(${strong}, ${inDark}); animation: go 1.4s ease-in-out infinite; }
@keyframes go { from { translate: -110%; } to { translate: 270%; } }
@media (prefers-reduced-motion: reduce) { .bar i { width: 100%; animation: none; opacity: .5; } }
`
}
