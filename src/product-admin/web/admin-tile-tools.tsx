import { Link } from '@tanstack/react-router'
import { CircleDollarSign, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'
import type { ProductCard } from '#catalog/contract.ts'
import { useIsReadOnly } from '#web/read-only.ts'
import styles from './admin-tile-tools.module.css'
import { useRemoveProduct } from './hooks.ts'

interface Props {
  product: Pick<ProductCard, '_id' | 'name'>
  describedBy: string
}

export function AdminTileTools(props: Props) {
  return (
    <div className={styles.tools}>
      <ProductTools {...props} className={styles.tool} />
    </div>
  )
}

export function ProductTools({
  product: { _id, name },
  describedBy,
  className,
}: Props & { className?: string | undefined }) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const remove = useRemoveProduct(close)
  const isReadOnly = useIsReadOnly()
  const common = { className, 'aria-describedby': describedBy }
  return (
    <>
      <Link
        to="/admin/productpricing/$id"
        params={{ id: _id }}
        aria-label="Manage pricing"
        title="Manage pricing"
        {...common}
      >
        <CircleDollarSign size={17} aria-hidden />
      </Link>
      <Link to="/admin/product/$id" params={{ id: _id }} aria-label="Edit product" title="Edit product" {...common}>
        <Pencil size={16} aria-hidden />
      </Link>
      {!isReadOnly && (
        <button
          type="button"
          aria-label="Delete product"
          title="Delete product"
          onClick={() => setIsAsking(true)}
          {...common}
        >
          <Trash2 size={16} aria-hidden />
        </button>
      )}
      <Confirm
        isOpen={isAsking}
        question="Are you sure to delete?"
        answer="Delete"
        isDestructive
        isPending={remove.isPending}
        confirm={() => remove.mutate({ params: { id: _id } })}
        close={close}
      >
        <p>
          <strong>{name}</strong> will be removed from the catalog. Past orders keep it.
        </p>
      </Confirm>
    </>
  )
}
