import { Popover } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { Suspense, useContext } from 'react'
import { asDollars } from '#shared/money.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { ProductRow } from '../product-shapes.ts'
import styles from './product-columns.module.css'
import { type Editing, TableContext } from './product-table.ts'

const QuickEdit = lazyPart(() => import('./quick-edit.tsx').then((module) => module.QuickEdit))

interface Props {
  row: ProductRow
  field: Editing['field']
}

/** A price or count that can be edited in place; the form is mounted only while open. */
export function EditableCell({ row, field }: Props) {
  const { editing, edit } = useContext(TableContext)
  const isOpen = editing?.productId === row._id && editing.field === field
  const value = field === 'price' ? asDollars(row.price) : row.countInStock.toLocaleString('en-US')
  const button = (
    <button
      type="button"
      className={styles.value}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={`${value}, change the ${field === 'price' ? 'price' : 'stock'} of ${row.name}`}
      onClick={() => edit(isOpen ? null : { productId: row._id, field })}
    >
      <Pencil size={12} aria-hidden />
      {value}
    </button>
  )
  if (!isOpen) return button
  return (
    <Popover
      opened
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      closeOnClickOutside={false}
      onDismiss={() => edit(null)}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={field === 'price' ? `Price of ${row.name}` : `Stock of ${row.name}`}>
        <Suspense>
          <QuickEdit row={row} field={field} close={() => edit(null)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
