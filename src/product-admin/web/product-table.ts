import { createContext } from 'react'

/** The cell that is open for editing. */
export interface Editing {
  productId: string
  field: 'price' | 'countInStock'
}

interface ProductTable {
  editing: Editing | null
  edit: (editing: Editing | null) => void
  selected: ReadonlySet<string>
  select: (ids: readonly string[]) => void
}

/** State shared by the rows of product maintenance; the page provides it. */
export const TableContext = createContext({} as ProductTable)
