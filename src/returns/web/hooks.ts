import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orderingForHeader } from '#shared/endpoint.ts'
import { callAddress } from '#web/api-address.ts'
import { editedQueryOf, queryOf, useChange } from '#web/api.ts'
import { failureOf } from '#web/api-error.ts'
import { fetchAsUser } from '#web/fetch-as-user.ts'
import { customer } from '#web/ordering-for.ts'
import { randomKey } from '#web/random-key.ts'
import { type deskStates, returns } from '../contract.ts'
import type { Desk } from '../return-shapes.ts'

export interface Source {
  order?: string
  invoice?: string
}

export const useReturnable = (source: Source) => useQuery(editedQueryOf(returns.items, { query: source }))

export const useRequestReturn = () =>
  useChange(returns.request, { refresh: [returns.list, returns.desk, returns.waiting] })

export const useReturns = (query: Source & { page: number }) =>
  useQuery({ ...queryOf(returns.list, { query }), placeholderData: keepPreviousData })

interface DeskQuery {
  page: number
  state: (typeof deskStates)[number]
  desk?: Desk
  q: string
}

export const useDeskReturns = (query: DeskQuery) =>
  useQuery({ ...queryOf(returns.desk, { query }), placeholderData: keepPreviousData })

export const useReturn = (id: string) => useQuery(queryOf(returns.byId, { params: { id } }))

const stale = { refresh: [returns.byId, returns.list, returns.desk, returns.waiting], refreshesAlways: true }

export const useCancelReturn = () => useChange(returns.cancel, stale)
export const useAuthorize = () => useChange(returns.authorize, stale)
export const useRefuse = () => useChange(returns.refuse, stale)
export const useReceive = () => useChange(returns.receive, stale)
export const useCredit = () => useChange(returns.credit, stale)

export const useTemplates = () => useQuery(queryOf(returns.templates))

const templatesToo = { refresh: [returns.templates], refreshesAlways: true }

export const useAddTemplate = () => useChange(returns.addTemplate, templatesToo)
export const useChangeTemplate = () => useChange(returns.changeTemplate, templatesToo)
export const useRemoveTemplate = () => useChange(returns.removeTemplate, templatesToo)

const asCustomer = (): Record<string, string> => {
  const chosen = customer()
  return chosen ? { [orderingForHeader]: chosen._id } : {}
}

const upload = async (address: string, field: string, file: File): Promise<void> => {
  const form = new FormData()
  form.append(field, file)
  const response = await fetchAsUser(address, {
    method: 'POST',
    headers: { 'idempotency-key': randomKey(), ...asCustomer() },
    body: form,
  })
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null))
}

export const uploadPhoto = (id: string, file: File): Promise<void> =>
  upload(callAddress(returns.addPhoto.path, { params: { id } }), 'image', file)

export const uploadLabel = (id: string, file: File): Promise<void> =>
  upload(callAddress(returns.addLabel.path, { params: { id } }), 'file', file)

const fileAddress = (id: string, file: string): string => callAddress(returns.file.path, { params: { id, file } })

/** A private photo as a data URL, because an `img` cannot send the session. */
export const usePhoto = (id: string, file: string) =>
  useQuery({
    queryKey: [returns.file.path, id, file],
    queryFn: async ({ signal }) => {
      const response = await fetchAsUser(fileAddress(id, file), { headers: asCustomer(), signal })
      if (!response.ok) throw failureOf(response.status, null)
      return dataUrlOf(await response.blob())
    },
    staleTime: Infinity,
  })

const dataUrlOf = (file: Blob): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(reader.result as string) // a data URL is text
  reader.onerror = () => reject(new Error('The photo could not be read.'))
  reader.readAsDataURL(file)
  return promise
}

/** The label of a return. */
export const fetchLabel = async (id: string, file: string): Promise<Blob> => {
  const response = await fetchAsUser(fileAddress(id, file), { headers: asCustomer() })
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null))
  return response.blob()
}
