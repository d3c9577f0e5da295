import { ColumnChooser } from './column-chooser.tsx'
import type { ColumnTitle } from './columns.ts'
import { SavedViews } from '#saved-views/web/saved-views.tsx'
import type { Table } from './use-table.ts'

interface Props {
  name: string
  columns: readonly ColumnTitle[]
  table: Table
}

export function TableTools({ name, columns, table }: Props) {
  return (
    <>
      <SavedViews name={name} table={table} />
      <ColumnChooser columns={columns} table={table} />
    </>
  )
}
