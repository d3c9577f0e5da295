import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { Bookmark, Columns3, Download, Ellipsis, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, Suspense, useContext, useState } from 'react'
import { type Count, countInWords } from '#shared/filters.ts'
import type { TableName } from '#shared/table-names.ts'
import { type TableView, SlotsContext } from '../slots.ts'
import { FilterPanel } from './table-filters.tsx'
import type { FilterDraft } from './use-filter-draft.ts'
import type { Column, ColumnFilter, Table, TableState } from './use-table.ts'
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
  /** Acts on the selected rows. */
  selection: ReactNode
  children: ReactNode
}

/** The row count, announced when it changes, and actions on the whole list. */
export function TableToolbar<R, K extends string, S extends string>(props: Props<R, K, S>) {
  return (
    <div className={styles.bar} data-screen>
      <RowCount {...props} />
      <div className={styles.tools}>
        {props.selection}
        <Tools {...props} />
      </div>
    </div>
  )
}

interface PhoneProps<R, K extends string, S extends string> extends Props<R, K, S> {
  fields: readonly ColumnFilter[]
  filters: FilterDraft
}

/** The same on a phone: the filters and the tools open below two buttons. */
export function PhoneToolbar<R, K extends string, S extends string>(props: PhoneProps<R, K, S>) {
  const { columns, table, fields, filters, selection } = props
  const [open, setOpen] = useState<'filters' | 'tools' | null>(null)
  const press = (part: 'filters' | 'tools') => () => setOpen(open === part ? null : part)
  const used = Object.keys(table.state.query).length
  return (
    <>
      <div className={styles.bar} data-screen>
        {fields.length > 0 && (
          <Button
            h={42}
            variant="default"
            leftSection={<SlidersHorizontal size={16} aria-hidden />}
            aria-expanded={open === 'filters'}
            onClick={press('filters')}
          >
            Filters{used > 0 && ` (${used})`}
          </Button>
        )}
        <RowCount {...props} />
        <ActionIcon
          size={42}
          variant="default"
          aria-label="Views, columns and files"
          aria-expanded={open === 'tools'}
          onClick={press('tools')}
        >
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </div>
      {selection && <div className={styles.tools}>{selection}</div>}
      {open === 'filters' && (
        <FilterPanel columns={columns} fields={fields} filters={filters} table={table} close={() => setOpen(null)} />
      )}
      {open === 'tools' && (
        <div className={styles.tools}>
          <Tools {...props} columns={columns.filter(({ phone }) => phone)} />
        </div>
      )}
    </>
  )
}

function RowCount({ caption, count }: { caption: string; count: Count | null }) {
  return (
    <output className={styles.count} aria-live="polite">
      {count && (
        <>
          <VisuallyHidden>{caption}, </VisuallyHidden>
          {countInWords(count)}
        </>
      )}
    </output>
  )
}

function Tools<R, K extends string, S extends string>({ name, columns, table, files, children }: Props<R, K, S>) {
  const { SavedViews } = useContext(SlotsContext)
  return (
    <>
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
    </>
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
