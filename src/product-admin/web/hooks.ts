import { useQuery, useQueryClient } from '@tanstack/react-query'
import { editedQueryOf, useChange } from '#web/api.ts'
import type { ApiError } from '#web/api-error.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { catalog, type ProductPage } from '#catalog/contract.ts'
import { withProducts as catalogProducts } from '#catalog/web/product-reads.ts'
import { inventory } from '#catalog/stock/contract.ts'
import { download } from '#web/download.ts'
import { callAddress } from '#web/api-address.ts'
import { countedQueryOf, type Table } from '#web/table/use-table.ts'
import { toastError } from '#web/toast.ts'
import { productEditing } from '../contract.ts'
import type { ManyChanged, productList } from '../product-shapes.ts'

const withProducts = [...catalogProducts, productEditing.list]

type ProductTable = Table<(typeof productList.filters)[number], (typeof productList.sorts)[number]>

export const useProducts = ({ sent }: ProductTable) => useQuery(countedQueryOf(productEditing.list, { query: sent }))

export const saveProducts = ({ sent: { query, sort } }: ProductTable, format: 'csv' | 'xlsx') =>
  download(callAddress(productEditing.file.path, { query: { query, sort, format } }), `products.${format}`)

export const useProductById = (id: string) => useQuery(editedQueryOf(catalog.byId, { params: { id } }))

export const isStale = (error: ApiError): boolean => error.status === 409 && typeof error.details['__v'] === 'number'

export const useUpdateProduct = (updated: () => void) =>
  useChange(productEditing.update, {
    refresh: [...withProducts, inventory.stock],
    success: 'Product updated successfully',
    quiet: (error) => isStale(error) || isAboutFields(error),
    onSuccess: updated,
  })

/** Changes one field in the table; refreshes after errors too, to show what another user changed. */
export const usePublish = () =>
  useChange(productEditing.update, {
    refresh: [...withProducts, inventory.stock],
    refreshesAlways: true,
    success: 'Product updated successfully',
    quiet: isStale,
  })

export const showStaleNotice = (error: ApiError): void => {
  if (isStale(error)) toastError(`${error.message} The row now shows the current value. Change it again if needed.`)
}

export const useChangeMany = (changed: (reply: ManyChanged) => void) =>
  useChange(productEditing.changeMany, {
    refresh: withProducts,
    onSuccess: changed,
  })

/** Removes the card from all cached pages immediately. */
export const useRemoveProduct = (removed: () => void) => {
  const client = useQueryClient()
  return useChange(productEditing.remove, {
    refresh: withProducts,
    success: 'Product deleted successfully',
    onSuccess: (_, { params }) => {
      client.setQueriesData<ProductPage>(
        { queryKey: [catalog.searchAsAdmin.path] },
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
