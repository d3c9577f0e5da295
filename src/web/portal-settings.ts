import * as z from 'zod/mini'
import { parseStored } from './storage.ts'

const Logo = z.nullable(z.object({ src: z.string(), width: z.number(), height: z.number(), onPlate: z.boolean() }))

const Brand = z.object({
  name: z._default(z.string(), 'Apotheca'),
  footer: z._default(z.string(), 'All rights reserved'),
  legal: z._default(z.record(z.string(), z.string()), {}),
  /** Null while the portal's own green is shown. */
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
  /** In which the wholesaler works, and says when something was. */
  timeZone: z._default(z.string(), 'America/New_York'),
  /** In how many business days a request for an account is answered; 0 when nothing is said. */
  requestDays: z._default(z.number(), 0),
  demo: z._default(z.boolean(), false),
  /** Where the guide stands; empty where there is none. */
  guide: z._default(z.string(), ''),
  /** True when emails stay in the demo's own mailbox. */
  mailbox: z._default(z.boolean(), false),
  /** True in a page that may load payment providers: only one that was opened to pay an order. */
  paysHere: z._default(z.boolean(), false),
  version: z._default(z.string(), ''),
})

const written = document.querySelector<HTMLMetaElement>('meta[name="portal-settings"]')?.content ?? null

/** What the operator configured and visitors see; the server writes it into the page. */
export const portalSettings = parseStored(written, PortalSettings, z.parse(PortalSettings, {}))
