import * as z from 'zod/mini'
import { parseStored } from './storage.ts'

const PortalSettings = z.object({
  contactEmail: z._default(z.string(), ''),
  contactPhone: z._default(z.string(), ''),
  demo: z._default(z.boolean(), false),
  /** True when emails stay in the demo's own mailbox. */
  mailbox: z._default(z.boolean(), false),
  /** True in a page that may load payment providers: only one that was opened to pay an order. */
  paysHere: z._default(z.boolean(), false),
  version: z._default(z.string(), ''),
})

const written = document.querySelector<HTMLMetaElement>('meta[name="portal-settings"]')?.content ?? null

/** What the operator configured and visitors see; the server writes it into the page. */
export const portalSettings = parseStored(written, PortalSettings, z.parse(PortalSettings, {}))
