import * as z from 'zod/mini'
import { get } from '#shared/endpoint.ts'
import { FoundRecord, recordKinds } from '#shared/found-record.ts'
import { text } from '#shared/wire.ts'

/** Records that the search box finds besides products. */
export const records = {
  find: get('/api/search/records', {
    access: 'signedIn',
    summary:
      'Orders, invoices, customers and people that the caller may see, by number or name: the first of each kind, and whether there are more',
    query: z.object({ query: z._default(text(200, 'The text'), '') }),
    reply: z.object({ records: z.array(FoundRecord), more: z.array(z.enum(recordKinds)) }),
  }),
}
