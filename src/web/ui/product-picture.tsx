import { Package } from 'lucide-react'
import { isPhotograph } from '#shared/picture-sizes.ts'
import styles from './product-picture.module.css'

interface Props {
  /** URL of the picture, or empty. */
  src: string
  /** Leave out if the name is shown next to the picture. */
  alt?: string
  size: number
  /** True for pictures above the fold, to load them eagerly. */
  eager?: boolean
}

/** A product's picture on a plate that follows the color scheme; reserves its space before loading. */
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
