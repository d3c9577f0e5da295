import { createContext } from 'react'
import type { ProductRow } from '../product-shapes.ts'

/** The cell that is open for editing. */
export interface Editing {
  productId: string
  field: 'price' | 'countInStock'
}

interface ProductTable {
  editing: Editing | null
  edit: (editing: Editing | null) => void
  /** Of the page. */
  rows: readonly ProductRow[]
  selected: ReadonlySet<string>
  select: (ids: readonly string[]) => void
}

/** State shared by the rows of product maintenance; the page provides it. */
export const TableContext = createContext({} as ProductTable)
