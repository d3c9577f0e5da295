import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { call } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { catalog, type Product, type ProductCard, type ProductPage } from '../contract.ts'
import styles from './favorite-heart.module.css'

interface Props {
  product: Pick<ProductCard, '_id' | 'slug' | 'favBy'>
  describedBy?: string
}

/** Admins have no favorites; visitors are sent to the sign-in page. */
export function FavoriteHeart({ product, describedBy }: Props) {
  const user = useUser()
  const navigate = useNavigate()
  const { href } = useLocation()
  const { mutate } = useFavorite(product, user?.email ?? '')
  if (user?.isAdmin) return null
  const isFavourite = user !== null && product.favBy.includes(user.email)
  const toggle = () => (user ? mutate(!isFavourite) : void navigate({ to: '/signin', search: { redirect: href } }))
  return (
    <button
      type="button"
      className={styles.heart}
      aria-label="Favorite"
      aria-pressed={isFavourite}
      aria-describedby={describedBy}
      title={isFavourite ? 'Remove from your favorites' : 'Add to your favorites'}
      onClick={toggle}
    >
      <Heart size={18} aria-hidden />
    </button>
  )
}

/** Toggles a favorite with an optimistic update that is rolled back on failure. Errors are only logged. */
const useFavorite = ({ _id, slug }: Pick<ProductCard, '_id' | 'slug'>, email: string) => {
  const client = useQueryClient()
  return useMutation({
    // Runs changes of a product one after another, so that the last click wins.
    scope: { id: `favourite ${_id}` },
    mutationFn: (isFavourite: boolean) =>
      call(isFavourite ? catalog.addFavourite : catalog.removeFavourite, { body: { slug, email } }),
    onMutate: (isFavourite) => mark(client, _id, isFavourite ? [email] : []),
    onError: (error, isFavourite) => {
      mark(client, _id, isFavourite ? [] : [email])
      // oxlint-disable-next-line no-console -- the specification requires this error in the console
      console.warn('Favorite not saved:', error.message)
    },
    onSuccess: () => {
      for (const { path } of [catalog.search, catalog.facets])
        void client.invalidateQueries({ queryKey: [path], refetchType: 'none' })
    },
  })
}

/** Updates the favorite in all cached pages and products. */
const mark = (client: QueryClient, id: string, favBy: string[]): void => {
  client.setQueriesData<ProductPage>(
    { queryKey: [catalog.search.path] },
    (page) => page && { ...page, products: page.products.map((one) => (one._id === id ? { ...one, favBy } : one)) },
  )
  client.setQueriesData<Product>({ queryKey: [catalog.bySlug.path] }, (product) =>
    product?._id === id ? { ...product, favBy } : product,
  )
}
