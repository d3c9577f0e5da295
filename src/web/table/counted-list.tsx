import type { UseQueryResult } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useAddress } from '../use-address.ts'
import { PageNumbers } from '../ui/page-numbers.tsx'
import { LoadFailed } from '../ui/query-states.tsx'
import { type Empty, type ListColumn, ListTable } from './list-table.tsx'
import type { Counted } from './use-table.ts'

interface Props<R> {
  caption: string
  columns: readonly ListColumn<R>[]
  rowKey: (row: R) => string
  query: UseQueryResult<Counted<R>>
  empty: Empty
  /** Without it, only the first rows are shown. */
  paging?: Paging
}

interface Paging {
  page: number
  pageSize: number
  goTo: (page: number) => void
}

/** A list without filters, such as the orders on a customer's tab. */
export function CountedList<R>({ caption, columns, rowKey, query, empty, paging }: Props<R>) {
  const { data, error, isPlaceholderData, refetch } = query
  if (error && !data) return <LoadFailed error={error} retry={() => void refetch()} />
  return (
    <>
      <ListTable
        caption={caption}
        columns={columns}
        rows={data?.rows}
        rowKey={rowKey}
        isStale={isPlaceholderData}
        empty={empty}
      />
      {paging && (
        <PageNumbers
          page={paging.page}
          pages={Math.ceil((data?.count?.number ?? 0) / paging.pageSize)}
          goTo={paging.goTo}
        />
      )}
    </>
  )
}

const address = z.object({
  tab: z.optional(z.string()),
  page: z.catch(z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1), 1),
})

/** The page of the list on a tab, in the address. */
export const useTabPaging = (pageSize: number): Paging => {
  const [{ page }, change] = useAddress(address)
  return { page, pageSize, goTo: (next) => change({ page: next }) }
}
