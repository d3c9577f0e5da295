import type { Config } from '../config.ts'

/** Sources for a content security policy, each list with a blank before it. */
export interface Sources {
  script: string
  frame: string
  connect: string
  img: string
}

const nowhereElse: Sources = { script: '', frame: '', connect: '', img: '' }

/** What the page itself may load and do. */
export const pagePolicy = (nonce: string, config: Config, sources: Sources | null): string => {
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
