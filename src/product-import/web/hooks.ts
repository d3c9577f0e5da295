import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryOf, useChange } from '#web/api.ts'
import { toastSuccess } from '#web/toast.ts'
import { withProducts } from '#catalogue/web/product-reads.ts'
import { priceLists } from '#contract-prices/contract.ts'
import { imports, type PageOfRows } from '../contract.ts'
import type { Import } from '../import-shapes.ts'

/** What an import may have changed. */
const changed = [...withProducts, priceLists.list, priceLists.byId, priceLists.entries]

const moving = new Set<Import['state']>(['sending', 'applying', 'undoing'])
const lookAgain = 1_000

export const useImports = (page: number) =>
  useQuery({
    ...queryOf(imports.list, { query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.imports.some(({ state }) => moving.has(state)) ? lookAgain : false,
  })

export const useImportById = (id: string) =>
  useQuery({
    ...queryOf(imports.byId, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && moving.has(data.state) ? lookAgain : false),
  })

/** An import while it moves; when it comes to its end that is said, and what it changed is read anew. */
export const useImportState = (id: string) => {
  const query = useImportById(id)
  const client = useQueryClient()
  const before = useRef<Import['state'] | null>(null)
  const { state, kind } = query.data ?? {}
  useEffect(() => {
    if (!state) return
    const was = before.current
    before.current = state
    if (was === null || was === state) return
    // A small one is over before anybody saw it being applied.
    if (state === 'done')
      toastSuccess(kind === 'products' ? 'Products have been imported !' : 'Prices have been imported.')
    for (const { path } of [imports.rows, imports.list, ...changed]) void client.invalidateQueries({ queryKey: [path] })
  }, [state, kind, client])
  return query
}

export const useImportRows = (id: string, query: PageOfRows) =>
  useQuery({ ...queryOf(imports.rows, { params: { id }, query }), placeholderData: keepPreviousData })

const refresh = [imports.byId, imports.list, imports.rows]

export const useApply = () => useChange(imports.apply, { refresh, refreshesAlways: true })
export const useStop = () => useChange(imports.stop, { refresh, refreshesAlways: true })
export const useUndo = () => useChange(imports.undo, { refresh, refreshesAlways: true })
export const useDiscard = (done: () => void) =>
  useChange(imports.discard, {
    refresh: [imports.list, imports.byId],
    refreshesAlways: true,
    success: ({ message }) => message,
    onSuccess: done,
  })
