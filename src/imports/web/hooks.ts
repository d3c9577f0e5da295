import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryOf, useChange } from '#web/api.ts'
import { toastSuccess } from '#web/toast.ts'
import { users } from '#customers/contract.ts'
import { withProducts } from '#catalog/web/product-reads.ts'
import { priceLists } from '#pricing/contract.ts'
import { imports, type PageOfRows } from '../contract.ts'
import type { Import } from '../import-shapes.ts'

/** Queries whose data an import may have changed. */
const changed = [...withProducts, priceLists.list, priceLists.byId, priceLists.entries, users.customers]

const moving = new Set<Import['state']>(['sending', 'applying', 'undoing'])
const lookAgain = 1_000

/** Pictures of a picture import arrive only while a user sends them; external pictures are fetched by the server. */
const isMoving = ({ kind, state, pictures }: Import): boolean =>
  moving.has(state) || (kind !== 'pictures' && pictures.waiting > 0 && state !== 'undone')

export const useImports = (page: number) =>
  useQuery({
    ...queryOf(imports.list, { query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.imports.some(isMoving) ? lookAgain : false),
  })

export const useImportById = (id: string) =>
  useQuery({
    ...queryOf(imports.byId, { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data && (isMoving(data) || data.pictures.waiting > 0) ? lookAgain : false,
  })

/** Polls an import while it changes. When it ends, shows a message and refreshes the data that it changed. */
export const useImportState = (id: string) => {
  const query = useImportById(id)
  const client = useQueryClient()
  const before = useRef<Import['state'] | null>(null)
  const { state, kind, pictures } = query.data ?? {}
  const fetched = pictures?.fetched
  const fetchedBefore = useRef(fetched)
  useEffect(() => {
    const was = fetchedBefore.current
    fetchedBefore.current = fetched
    if (was === undefined || was === fetched) return
    for (const { path } of [imports.rows, ...(kind === 'pictures' ? [] : changed)])
      void client.invalidateQueries({ queryKey: [path] })
  }, [fetched, kind, client])
  useEffect(() => {
    if (!state) return
    const was = before.current
    before.current = state
    if (was === null || was === state) return
    // A small import may be done before the page has seen it being applied.
    if (state === 'done') toastSuccess(saidWhenDone[kind ?? 'products'])
    for (const { path } of [imports.rows, imports.list, ...changed]) void client.invalidateQueries({ queryKey: [path] })
  }, [state, kind, client])
  return query
}

const saidWhenDone: Record<Import['kind'], string> = {
  products: 'Products have been imported !',
  prices: 'Prices have been imported.',
  list: 'Prices have been imported.',
  pictures: 'Pictures have been imported.',
  customers: 'Customers have been imported.',
}

export const useImportRows = (id: string, query: PageOfRows) =>
  useQuery({ ...queryOf(imports.rows, { params: { id }, query }), placeholderData: keepPreviousData })

const always = { refresh: [imports.byId, imports.list, imports.rows], refreshesAlways: true, success: null }

export const useSelectRows = () => useChange(imports.take, always)
export const useApply = () => useChange(imports.apply, always)
export const useControlPictures = () =>
  useChange(imports.steerPictures, { refresh: always.refresh, refreshesAlways: true })
export const useStop = () => useChange(imports.stop, always)
export const useInvite = () => useChange(imports.invite)
export const useUndo = () => useChange(imports.undo, always)
export const useDiscard = (done: () => void) =>
  useChange(imports.discard, {
    refresh: [imports.list, imports.byId],
    refreshesAlways: true,
    onSuccess: done,
  })
