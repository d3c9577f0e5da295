import type { ReactNode } from 'react'

export interface Column<R, S extends string = string> {
  /** Names the column in the address and in saved views; never change it. */
  key: string
  title: string
  cell: (row: R) => ReactNode
  /** The server's name of this order; a column without one cannot be sorted. */
  sort?: S
  /** The field in the filter row below the title. */
  filter?: ColumnFilter
  /** Money and quantities stand right. */
  align?: 'right'
  /** Such as `8rem`; columns without one share the rest. Longer text ends in an ellipsis, so give the cell a `title`. */
  width?: string
  /** What the row is called: first on a card, and never hidden. */
  isName?: boolean
  /** Buttons and links: no title on a card, never hidden. */
  isActions?: boolean
}

export interface ColumnFilter {
  /** The key in the JSON filter. */
  key: string
  /** `Order ID`: read aloud as `Filter by Order ID`. */
  label: string
  kind?: 'text' | 'number'
  placeholder?: string
  /** Makes it a select, with `All` first: value and label. */
  options?: readonly (readonly [value: string, label: string])[]
}

/** A column, whatever its rows are. */
export type ColumnTitle = Pick<Column<unknown>, 'key' | 'title' | 'isName' | 'isActions'>

export const canBeHidden = ({ isName, isActions }: ColumnTitle): boolean => !isName && !isActions
