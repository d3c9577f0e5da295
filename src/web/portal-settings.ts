import * as z from 'zod/mini'
import { parseStored } from './storage.ts'

const Logo = z.nullable(z.object({ src: z.string(), width: z.number(), height: z.number(), onPlate: z.boolean() }))

const Brand = z.object({
  name: z._default(z.string(), 'Apotheca'),
  footer: z._default(z.string(), 'All rights reserved'),
  legal: z._default(z.record(z.string(), z.string()), {}),
  /** Null for the default green. */
  tones: z._default(
    z.nullable(
      z.object({
        shades: z.array(z.string()),
        surfaces: z.record(z.string(), z.tuple([z.string(), z.string()])),
      }),
    ),
    null,
  ),
  logo: z._default(Logo, null),
  logoOnPaper: z._default(Logo, null),
})

const PortalSettings = z.object({
  brand: z._default(Brand, z.parse(Brand, {})),
  contactEmail: z._default(z.string(), ''),
  contactPhone: z._default(z.string(), ''),
  /** The wholesaler's time zone, in which times are shown. */
  timeZone: z._default(z.string(), 'America/New_York'),
  /** Business days until an account request is answered; 0 hides the sentence. */
  requestDays: z._default(z.number(), 0),
  demo: z._default(z.boolean(), false),
  /** URL of the guide; empty if there is none. */
  guide: z._default(z.string(), ''),
  /** True if emails stay in the demo's mailbox. */
  mailbox: z._default(z.boolean(), false),
  /** True in a page that may load payment providers: only one that was opened to pay an order. */
  paysHere: z._default(z.boolean(), false),
  version: z._default(z.string(), ''),
})

const written = document.querySelector<HTMLMetaElement>('meta[name="portal-settings"]')?.content ?? null

/** Settings that the operator configured and visitors may see; the server writes them into the page. */
export const portalSettings = parseStored(written, PortalSettings, z.parse(PortalSettings, {}))
