import * as z from 'zod/mini'
import { isGln } from '#shared/check-digit.ts'
import { del, get, post } from '#shared/endpoint.ts'
import { IdParams, Message, Moment, requiredText } from '#shared/wire.ts'

export const SupplierFields = z.object({
  name: requiredText(200, 'The name'),
  gln: z.string().check(z.trim(), z.refine(isGln, 'Enter a 13-digit GLN with a valid check digit.')),
})

export const Supplier = z.object({
  _id: z.string(),
  name: z.string(),
  gln: z.string(),
  createdAt: Moment,
  lastUsedAt: z.nullable(Moment),
})
export type Supplier = z.infer<typeof Supplier>

const byAdmin = { access: 'admin', isConfirmed: true } as const

/** The header with a supplier's token. */
export const tokenHeader = 'x-trace-token'

export const suppliers = {
  list: get('/api/trace/suppliers', {
    access: 'admin',
    summary: 'Suppliers that may send documents by API; at most 500',
    reply: z.array(Supplier),
  }),
  add: post('/api/trace/suppliers', {
    ...byAdmin,
    summary: 'Create a supplier’s token, which is returned once',
    body: SupplierFields,
    reply: z.extend(Message, { _id: z.string(), token: z.string() }),
    status: 201,
  }),
  revoke: del('/api/trace/suppliers/:id', {
    ...byAdmin,
    summary: 'Revoke a supplier’s token',
    params: IdParams,
    reply: Message,
    done: 'Token revoked',
  }),
  receive: post('/api/trace/inbound', {
    access: 'anyone',
    limits: [{ name: 'trace-supplier', per: 'network', most: 600, seconds: 3_600 }],
    summary: `Store a supplier’s EPCIS document (multipart, field file), with the token in the header ${tokenHeader}`,
    reply: z.extend(Message, { _id: z.string(), findings: z.array(z.string()), packages: z.number() }),
    status: 201,
  }),
}
