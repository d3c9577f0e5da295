import { Package } from 'lucide-react'
import { useState } from 'react'
import { isPhotograph, sizesOf } from '#shared/picture-sizes.ts'
import picture from '#web/ui/product-picture.module.css'
import styles from './picture.module.css'

interface Props {
  src: string
  alt?: string
  isFirst?: boolean
}

/** A product picture on a plate that fills its container; a missing picture shows an icon. */
export function Picture({ src, alt = '', isFirst = false }: Props) {
  const [failed, setFailed] = useState('')
  return (
    <span className={`${picture.plate} ${styles.fill}`} data-photo={isPhotograph(src) || undefined}>
      {src && failed !== src ? (
        <img
          {...sizesOf(src)}
          src={src}
          alt={alt}
          width={240}
          height={240}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          onError={() => setFailed(src)}
        />
      ) : (
        <Package size={36} strokeWidth={1.25} aria-hidden />
      )}
    </span>
  )
}
