import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { catalogue, type Product, type ProductCard, type ProductPage } from '../contract.ts'

/** Marks or unmarks a favourite: shown at once, taken back when the portal does not agree; errors are logged only. */
export const useFavourite = ({ _id, slug }: Pick<ProductCard, '_id' | 'slug'>, email: string) => {
  const client = useQueryClient()
  return useMutation({
    // One after the other, so that the last click is the last word.
    scope: { id: `favourite ${_id}` },
    mutationFn: (isFavourite: boolean) =>
      call(isFavourite ? catalogue.addFavourite : catalogue.removeFavourite, { body: { slug, email } }),
    onMutate: (isFavourite) => mark(client, _id, isFavourite ? [email] : []),
    onError: (error, isFavourite) => {
      mark(client, _id, isFavourite ? [] : [email])
      // oxlint-disable-next-line no-console -- the only place where this error is told
      console.warn('The favourite was not saved:', error.message)
    },
    onSuccess: () => {
      for (const { path } of [catalogue.search, catalogue.facets])
        void client.invalidateQueries({ queryKey: [path], refetchType: 'none' })
    },
  })
}

/** Writes the mark into every page and product that is on the screen or remembered. */
const mark = (client: QueryClient, id: string, favBy: string[]): void => {
  client.setQueriesData<ProductPage>(
    { queryKey: [catalogue.search.path] },
    (page) => page && { ...page, products: page.products.map((one) => (one._id === id ? { ...one, favBy } : one)) },
  )
  client.setQueriesData<Product>({ queryKey: [catalogue.bySlug.path] }, (product) =>
    product?._id === id ? { ...product, favBy } : product,
  )
}
