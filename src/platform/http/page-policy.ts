import type { Config } from '../config.ts'
import { builtVersion as version } from '../version.ts'
import { reportAddress } from './policy-reports.ts'

/** Additional sources of a content security policy, each list with a leading space. */
export interface Sources {
  script: string
  frame: string
  connect: string
  img: string
}

type Headers = Record<string, string>

/** Headers of a page; payment pages also allow the sources of the payment providers. */
export const pageHeaders = (nonce: string, config: Config, sources: Sources | null, policies = 'default'): Headers => ({
  'content-security-policy': pagePolicy(nonce, config, sources, policies),
  ...(isSecure(config) && { 'reporting-endpoints': `policy="${reportAddress}"` }),
  ...(sources && {
    // PayPal opens a popup, and providers can offer the browser's wallet.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': permissions('payment=(self)'),
  }),
})

const isSecure = ({ PUBLIC_URL }: Config): boolean => PUBLIC_URL.startsWith('https:')

const nowhereElse: Sources = { script: '', frame: '', connect: '', img: '' }

const pagePolicy = (nonce: string, config: Config, sources: Sources | null, policies: string): string => {
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
    // Payment scripts write markup and load further scripts, which Trusted Types would block.
    ...(sources ? [] : ["require-trusted-types-for 'script'", `trusted-types ${policies}`]),
    `report-uri ${reportAddress}`,
    // Without TLS, browsers that know report-to would report neither by it nor by report-uri.
    ...(isSecure(config) ? ['report-to policy', 'upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Barcode scanning needs the camera; everything else is off. */
const permissions = (payment = 'payment=()'): string =>
  `camera=(self), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), ${payment}, serial=(), usb=()`

/** Default headers of every response. */
export const headersFor = (config: Config): Headers => ({
  'x-apotheca-version': version,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions(),
  ...(isSecure(config) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})
