import * as z from 'zod/mini'
import { lenientFilter, sortSchema, type Filter, type ListShape, type Sort } from '#shared/filters.ts'

export const tablePageSizes = [25, 50, 100, 200] as const

/** Everything a table shows, as the address carries it; `hide` names the columns that are left out. */
export interface TableState<K extends string = string, S extends string = string> {
  query: Filter<K>
  page: number
  pageSize: number
  sort: Sort<S>
  hide: string
  [more: string]: unknown
}

export type TableAddress<K extends string, S extends string> = z.ZodMiniType<TableState<K, S>>

/**
 * The schema for `useTable`, made once per list beside its page: `?query={"status":"2"}&page=2&sort=-total`.
 * A value that cannot be read is its default. `hidden` names the columns that are shown only on request.
 */
export const tableAddress = <K extends string, S extends string>(
  { filters, sorts, sort }: ListShape<K, S>,
  hidden: readonly string[] = [],
): TableAddress<K, S> => {
  const schema = z.object({
    query: z._default(lenientFilter(filters), {}),
    page: z.catch(z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1), 1),
    pageSize: z.catch(z._default(z.pipe(z.coerce.number(), z.literal([...tablePageSizes])), 50), 50),
    sort: z.catch(sortSchema<string>(sorts, sort), sort),
    hide: z.catch(z._default(z.string().check(z.maxLength(300)), hidden.join(',')), hidden.join(',')),
  })
  // The object holds exactly the fields of TableState; only the enum's literal type is lost on the way.
  return schema as unknown as TableAddress<K, S>
}
