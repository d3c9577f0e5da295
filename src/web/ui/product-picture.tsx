import { Package } from 'lucide-react'
import { isPhotograph } from '#shared/picture-sizes.ts'
import styles from './product-picture.module.css'

interface Props {
  /** Address of the picture, or empty. */
  src: string
  /** Leave it out where the name stands beside the picture. */
  alt?: string
  size: number
  /** True for what is seen first: loaded at once. */
  eager?: boolean
}

/** A product's picture on its plate, which is as dark as the screen; it takes its room before it has loaded. */
export function ProductPicture({ src, alt = '', size, eager = false }: Props) {
  return (
    <span className={styles.plate} data-photo={isPhotograph(src) || undefined} style={{ maxWidth: size }}>
      {src ? (
        <img
          src={src}
          alt={alt}
          width={size}
          height={size}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
        />
      ) : (
        <Package size={Math.min(40, size / 2)} strokeWidth={1.25} aria-hidden />
      )}
    </span>
  )
}
