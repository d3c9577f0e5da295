import { ActionIcon, Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { Bookmark, Columns3, Download, Ellipsis, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, Suspense, useContext, useState } from 'react'
import { type Count, countInWords } from '#shared/filters.ts'
import type { TableName } from '#shared/table-names.ts'
import { type TableView, SlotsContext } from '../slots.ts'
import { FilterField, FilterPanel } from './table-filters.tsx'
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
  /** Phones show all filters here, and other windows those that have no column. */
  fields: readonly ColumnFilter[]
  filters: FilterDraft
  count: Count | null
  /** File exports by format. */
  files: readonly (readonly [format: string, save: (() => Promise<void>) | undefined])[]
  /** Acts on the selected rows. */
  selection: ReactNode
  children: ReactNode
}

/** The row count, announced when it changes, the filters without a column, and actions on the whole list. */
export function TableToolbar<R, K extends string, S extends string>(props: Props<R, K, S>) {
  const { columns, table, fields, filters, selection } = props
  const [isOpen, setIsOpen] = useState(false)
  const search = fields.find(({ key }) => key === searchKey)
  const others = fields.filter((field) => field !== search)
  return (
    <>
      <div className={styles.bar} data-screen>
        {search && (
          <div className={styles.search}>
            <FilterField filter={search} filters={filters} />
          </div>
        )}
        {others.length > 0 && (
          <FiltersButton size="xs" fields={others} table={table} isOpen={isOpen} press={() => setIsOpen(!isOpen)} />
        )}
        <RowCount {...props} />
        <div className={styles.tools}>
          {selection}
          <Tools {...props} />
        </div>
      </div>
      {isOpen && others.length > 0 && (
        <FilterPanel columns={columns} fields={others} filters={filters} table={table} close={() => setIsOpen(false)} />
      )}
    </>
  )
}

/** The same on a phone: the filters and the tools open below two buttons. */
export function PhoneToolbar<R, K extends string, S extends string>(props: Props<R, K, S>) {
  const { columns, table, fields, filters, selection } = props
  const [open, setOpen] = useState<'filters' | 'tools' | null>(null)
  const press = (part: 'filters' | 'tools') => () => setOpen(open === part ? null : part)
  return (
    <>
      <div className={styles.bar} data-screen>
        {fields.length > 0 && (
          <FiltersButton h={42} fields={fields} table={table} isOpen={open === 'filters'} press={press('filters')} />
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
        <FilterPanel
          isPhone
          columns={columns}
          fields={fields}
          filters={filters}
          table={table}
          close={() => setOpen(null)}
        />
      )}
      {open === 'tools' && (
        <div className={styles.tools}>
          <Tools {...props} columns={columns.filter(({ phone }) => phone)} />
        </div>
      )}
    </>
  )
}

/** The filter that searches several columns. */
const searchKey = 'any'

interface FiltersButtonProps<K extends string, S extends string> extends ButtonProps {
  fields: readonly ColumnFilter[]
  table: Table<K, S>
  isOpen: boolean
  press: () => void
}

/** Counts the filters that are set, because their fields may be out of sight. */
function FiltersButton<K extends string, S extends string>({
  fields,
  table,
  isOpen,
  press,
  ...look
}: FiltersButtonProps<K, S>) {
  const used = Object.keys(table.state.query).filter((name) => fields.some(({ key }) => key === name)).length
  return (
    <Button
      variant="default"
      leftSection={<SlidersHorizontal size={look.size === 'xs' ? 14 : 16} aria-hidden />}
      aria-expanded={isOpen}
      onClick={press}
      {...look}
    >
      Filters{used > 0 && ` (${used})`}
    </Button>
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
