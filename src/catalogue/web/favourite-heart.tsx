import { useLocation, useNavigate } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { useUser } from '#web/session.ts'
import type { ProductCard } from '../contract.ts'
import styles from './favourite-heart.module.css'
import { useFavourite } from './use-favourite.ts'

interface Props {
  product: Pick<ProductCard, '_id' | 'slug' | 'favBy'>
  describedBy?: string
}

/** Admins have no favourites; a visitor is asked who he is first. */
export function FavouriteHeart({ product, describedBy }: Props) {
  const user = useUser()
  const navigate = useNavigate()
  const { href } = useLocation()
  const { mutate } = useFavourite(product, user?.email ?? '')
  if (user?.isAdmin) return null
  const isFavourite = user !== null && product.favBy.includes(user.email)
  const toggle = () => (user ? mutate(!isFavourite) : void navigate({ to: '/signin', search: { redirect: href } }))
  return (
    <button
      type="button"
      className={styles.heart}
      aria-label="Favourite"
      aria-pressed={isFavourite}
      aria-describedby={describedBy}
      title={isFavourite ? 'Remove from your favourites' : 'Add to your favourites'}
      onClick={toggle}
    >
      <Heart size={18} aria-hidden />
    </button>
  )
}
