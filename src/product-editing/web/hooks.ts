import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import type { ApiError } from '#web/api-error.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { catalogue, type ProductPage } from '#catalogue/contract.ts'
import { listings, withProducts } from '#catalogue/web/product-reads.ts'
import { inventory } from '#inventory/contract.ts'
import { productEditing } from '../contract.ts'

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
    refresh: [...withProducts, inventory.stock],
    success: 'Product updated successfully',
    quiet: (error) => isStale(error) || isAboutFields(error),
    onSuccess: updated,
  })

/** The card disappears from every page that is on the screen or remembered. */
export const useRemoveProduct = (removed: () => void) => {
  const client = useQueryClient()
  return useChange(productEditing.remove, {
    refresh: withProducts,
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
