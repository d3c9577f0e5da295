import { Button, VisuallyHidden } from '@mantine/core'
import { Bookmark, Columns3, Download } from 'lucide-react'
import { type ReactNode, Suspense, useContext, useState } from 'react'
import { type Count, countInWords } from '#shared/filters.ts'
import type { TableName } from '#shared/table-names.ts'
import { type TableView, SlotsContext } from '../slots.ts'
import type { Column, Table, TableState } from './use-table.ts'
import styles from './table-toolbar.module.css'
import { lazyPart } from '../ui/lazy-part.tsx'

// Loaded after the rows, because it only opens on demand.
const ColumnChooser = lazyPart(() => import('./column-chooser.tsx').then((module) => module.ColumnChooser))

interface Props<R, K extends string, S extends string> {
  name: TableName
  caption: string
  columns: readonly Column<R, S>[]
  table: Table<K, S>
  count: Count | null
  /** File exports by format. */
  files: readonly (readonly [format: string, save: (() => Promise<void>) | undefined])[]
  children: ReactNode
}

/** The row count, announced when it changes, and actions on the whole list. */
export function TableToolbar<R, K extends string, S extends string>(props: Props<R, K, S>) {
  const { name, caption, columns, table, count, files, children } = props
  const { SavedViews } = useContext(SlotsContext)
  return (
    <div className={styles.bar}>
      <output className={styles.count} aria-live="polite">
        {count && (
          <>
            <VisuallyHidden>{caption}, </VisuallyHidden>
            {countInWords(count)}
          </>
        )}
      </output>
      <div className={styles.tools}>
        {children}
        <Suspense fallback={<ToolsToCome />}>
          <SavedViews
            name={name}
            view={viewOf(table.state)}
            // The view was saved from this list, and `tableAddress` drops unknown keys.
            show={(view) => table.restore(view as Partial<TableState<K, S>>)}
          />
          {/* It only returns keys of this table. */}
          <ColumnChooser columns={columns} table={table as unknown as Table} />
        </Suspense>
        {files.map(([format, save]) => save && <FileButton key={format} format={format} save={save} />)}
      </div>
    </div>
  )
}

const viewOf = ({ query, sort, pageSize, hide }: TableState): TableView => ({
  query: Object.fromEntries(Object.entries(query).flatMap(([key, text]) => (text === undefined ? [] : [[key, text]]))),
  sort,
  pageSize,
  hide,
})

function ToolsToCome() {
  return (
    <>
      <Button size="xs" variant="default" disabled leftSection={<Bookmark size={14} aria-hidden />}>
        Views
      </Button>
      <Button size="xs" variant="default" disabled leftSection={<Columns3 size={14} aria-hidden />}>
        Columns
      </Button>
    </>
  )
}

function FileButton({ format, save }: { format: string; save: () => Promise<void> }) {
  const [isLoading, setIsLoading] = useState(false)
  const press = async () => {
    setIsLoading(true)
    await save()
    setIsLoading(false)
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Download size={14} aria-hidden />}
      loading={isLoading}
      onClick={() => void press()}
    >
      {format}
    </Button>
  )
}
