import * as z from 'zod/mini'
import { del, get, put } from '#shared/endpoint.ts'
import { tableNames } from '#shared/table-names.ts'
import { Id, requiredText } from '#shared/wire.ts'

/** Filters, order and columns of a table at the time of saving, without the page number. */
export const ViewState = z.object({
  query: z
    .record(z.string().check(z.maxLength(50)), z.string().check(z.maxLength(100)))
    .check(z.refine((query) => Object.keys(query).length <= 30, 'A view has at most 30 filters.')),
  sort: z.string().check(z.maxLength(50)),
  pageSize: z.number().check(z.int(), z.gte(1), z.lte(200)),
  hide: z.string().check(z.maxLength(300)),
})
export type ViewState = z.infer<typeof ViewState>

export const SavedView = z.object({ _id: z.string(), name: z.string(), state: ViewState })
export type SavedView = z.infer<typeof SavedView>

const table = z.enum(tableNames, 'This is not the name of a table.')

export const views = {
  list: get('/api/views/:table', {
    access: 'signedIn',
    summary: 'The caller’s saved views of a table',
    params: z.object({ table }),
    reply: z.array(SavedView),
  }),
  keep: put('/api/views/:table', {
    isForReadOnly: true,
    access: 'signedIn',
    summary: 'Save a view under a name; the same name is replaced',
    params: z.object({ table }),
    body: z.object({ name: requiredText(60, 'The name'), state: ViewState }),
    reply: SavedView,
  }),
  remove: del('/api/views/:table/:id', {
    isForReadOnly: true,
    access: 'signedIn',
    summary: 'Delete a saved view',
    params: z.object({ table, id: Id }),
    reply: z.object({ message: z.string() }),
  }),
}
