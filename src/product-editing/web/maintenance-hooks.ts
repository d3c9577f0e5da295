import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf, useChange } from '#web/api.ts'
import type { ApiError } from '#web/api-error.ts'
import { failureOf } from '#web/api-error.ts'
import { session } from '#web/session.ts'
import { catalogue, type ProductPage } from '#catalogue/contract.ts'
import { contractPrices } from '#contract-prices/contract.ts'
import { inventory } from '#inventory/contract.ts'
import { pictures } from '#pictures/contract.ts'
import { productEditing } from '../contract.ts'
import { productImport } from '#product-import/contract.ts'

const listings = [catalogue.search, catalogue.searchAsAdmin, catalogue.categories, catalogue.facets]
const everywhere = [...listings, catalogue.bySlug, catalogue.byId]

/** A product to be edited: always as it is now, never as it was when somebody looked last. */
export const useProductById = (id: string) =>
  useQuery({ ...queryOf(catalogue.byId, { params: { id } }), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })

export const useCreateProduct = (created: (id: string) => void) =>
  useChange(productEditing.create, {
    refresh: listings,
    success: 'Product created successfully',
    onSuccess: ({ _id }) => created(_id),
  })

export const isStale = (error: ApiError): boolean => error.status === 409 && typeof error.details['__v'] === 'number'

export const useUpdateProduct = (updated: () => void) =>
  useChange(productEditing.update, {
    refresh: [...everywhere, inventory.stock],
    success: 'Product updated successfully',
    quiet: isStale,
    onSuccess: updated,
  })

/** The card disappears from every page that is on the screen or remembered. */
export const useRemoveProduct = (removed: () => void) => {
  const client = useQueryClient()
  return useChange(productEditing.remove, {
    refresh: everywhere,
    success: 'Product deleted successfully',
    onSuccess: (_, { params }) => {
      client.setQueriesData<ProductPage>(
        { queryKey: [catalogue.searchAsAdmin.path] },
        (page) =>
          page && {
            ...page,
            products: page.products.filter(({ _id }) => _id !== params.id),
            countProducts: page.countProducts - 1,
          },
      )
      removed()
    },
  })
}

export const useLedger = (id: string) => useQuery(queryOf(inventory.stock, { params: { id }, query: {} }))

export const useCorrectStock = (corrected: () => void) =>
  useChange(inventory.correctStock, {
    refresh: [...everywhere, inventory.stock],
    success: 'Stock corrected',
    onSuccess: corrected,
  })

export const useCustomerPrices = (id: string, query: string, page: number) =>
  useQuery(queryOf(contractPrices.customerPrices, { params: { id }, query: { query, page } }))

export const useSetCustomerPrice = (done: () => void) =>
  useChange(contractPrices.setCustomerPrice, {
    refresh: [contractPrices.customerPrices, ...everywhere],
    success: ({ message }) => message,
    onSuccess: done,
  })

export const useImportCustomerPrices = () =>
  useChange(contractPrices.importCustomerPrices, { refresh: [contractPrices.customerPrices, ...everywhere] })

export const useImportProductPrices = () => useChange(contractPrices.importProductPrices, { refresh: everywhere })

/** Products to choose from, as an admin finds them. */
export const useProductChoice = (query: string, isEnabled: boolean) =>
  useQuery({
    ...queryOf(catalogue.searchAsAdmin, { query: { query, viewCount: '12' } }),
    enabled: isEnabled && query !== '',
    staleTime: 30_000,
  })

/** Sends a picture and answers its address. */
export const uploadPicture = async (file: File): Promise<string> => {
  const form = new FormData()
  form.append('image', file)
  const token = session().user?.token ?? ''
  const response = await fetch(pictures.upload.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const reply: unknown = await response.json().catch(() => null)
  if (!response.ok) throw failureOf(response.status, reply)
  return (reply as { secure_url: string }).secure_url // the server's reply guard made it so
}

export const sendRows = (rows: unknown[], query: Record<string, string>) =>
  call(productImport.importProducts, { body: rows, query })
