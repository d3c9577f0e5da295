import { createContext } from 'react'

/** The one cell that is open to be changed. */
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

/** What the rows of product maintenance have in common; the page fills it around them. */
export const TableContext = createContext({} as ProductTable)
