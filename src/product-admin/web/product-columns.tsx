import { Checkbox, type CheckboxProps, Switch, Popover } from '@mantine/core'
import { useContext, Suspense } from 'react'
import { Pencil } from 'lucide-react'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { useChosen } from '#web/form/use-chosen.ts'
import type { ApiError } from '#web/api-error.ts'
import type { Column } from '#web/table/use-table.ts'
import { RowLink } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import { Status } from '#web/ui/status.tsx'
import type { productList, ProductRow } from '../product-shapes.ts'
import { ProductTools } from './admin-tile-tools.tsx'
import { showStaleNotice, usePublish } from './hooks.ts'
import text from '#web/ui/text.module.css'
import styles from './product-columns.module.css'
import { TableContext, type Editing } from './product-table.ts'
import { asDollars } from '#shared/money.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useIsReadOnly } from '#web/read-only.ts'

type Sort = (typeof productList.sorts)[number]

const numberOf = ({ ndcNumber, dummyNDC }: ProductRow): string =>
  ndcNumber ? `${dummyNDC ? 'Item Number: ' : ''}${ndcNumber}` : 'No number'

const nameId = ({ _id }: ProductRow) => `product-${_id}`

export const selectPage = 'Select all on this page'

export const productColumns: readonly Column<ProductRow, Sort>[] = [
  {
    key: 'name',
    title: 'Name',
    sort: 'name',
    isName: true,
    head: <SelectPage aria-label={selectPage} visibleFrom="sm" className={styles.selectAll} />,
    filter: { key: 'any', label: 'name, NDC or manufacturer', placeholder: 'Name, NDC or manufacturer' },
    cell: (row) => <Name row={row} />,
  },
  {
    key: 'ndc',
    phone: 'start',
    isRoomy: true,
    title: 'NDC',
    isUnbroken: true,
    sort: 'ndc',
    width: '7.5rem',
    cell: numberOf,
  },
  {
    key: 'maker',
    isRoomy: true,
    title: 'Manufacturer',
    sort: 'maker',
    width: '12rem',
    filter: { key: 'maker', label: 'start of the manufacturer', placeholder: 'Starts with' },
    cell: ({ manufacturer }) => manufacturer || '–',
  },
  {
    key: 'price',
    phone: 'beside',
    title: 'Price',
    sort: 'price',
    align: 'right',
    width: '6.5rem',
    filter: { key: 'price', label: 'price', kind: 'amount' },
    cell: (row) => <EditableCell row={row} field="price" />,
  },
  {
    key: 'stock',
    phone: 'middle',
    title: 'Stock',
    align: 'right',
    width: '7.5rem',
    filter: {
      key: 'stock',
      label: 'stock',
      options: [
        ['in', 'In stock'],
        ['out', 'Out of stock'],
        ['missed', 'Out of stock and in demand'],
      ],
    },
    cell: (row) => <Stock row={row} />,
  },
  {
    key: 'published',
    phone: 'end',
    title: 'Published',
    width: '6.5rem',
    filter: {
      key: 'published',
      label: 'published',
      options: [
        ['yes', 'Published'],
        ['no', 'Draft'],
      ],
    },
    cell: (row) => <Published row={row} />,
  },
  {
    key: 'storage',
    title: 'Storage',
    width: '6.5rem',
    filter: {
      key: 'storage',
      label: 'storage',
      options: [
        ['room', 'Room'],
        ['Refrigerated', 'Refrigerated'],
        ['Frozen', 'Frozen'],
      ],
    },
    cell: ({ coldStatus }) => (coldStatus ? <Status tone="cold">{coldStatus}</Status> : 'Room'),
  },
  {
    key: 'contracts',
    isRoomy: true,
    title: 'Contracts',
    align: 'right',
    width: '5.5rem',
    cell: ({ contractPrices }) => (contractPrices === 0 ? '–' : contractPrices.toLocaleString('en-US')),
  },
  {
    key: 'changed',
    isRoomy: true,
    title: 'Changed',
    sort: 'changed',
    width: '7rem',
    cell: ({ changedAt, changedBy }) => (
      <>
        <Day at={changedAt} />
        {changedBy && <span className={text.dimmed}> {changedBy}</span>}
      </>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    isActions: true,
    width: '7.5rem',
    cell: (row) => <ProductTools product={row} describedBy={nameId(row)} className={styles.tool} />,
  },
]

function Stock({ row }: { row: ProductRow }) {
  return (
    <span className={styles.stock}>
      {row.isNonStocked ? 'Non-stocked' : <EditableCell row={row} field="countInStock" />}
      <span className={styles.unit} title={`Unit: ${row.unitOfMeasure || 'none'}`}>
        {row.unitOfMeasure}
      </span>
    </span>
  )
}

/** Selects every row of the page, or none of them. */
export function SelectPage(props: CheckboxProps) {
  const { rows, selected, select } = useContext(TableContext)
  const count = rows.filter(({ _id }) => selected.has(_id)).length
  const isAll = count === rows.length && rows.length > 0
  return (
    <Checkbox
      size="sm"
      checked={isAll}
      disabled={rows.length === 0}
      indeterminate={count > 0 && !isAll}
      onChange={() => select(isAll ? [] : rows.map(({ _id }) => _id))}
      {...props}
    />
  )
}

function Name({ row }: { row: ProductRow }) {
  const { selected, select } = useContext(TableContext)
  const isSelected = selected.has(row._id)
  return (
    <span className={styles.name}>
      <span data-above>
        <Checkbox
          size="sm"
          aria-label={`Select ${row.name}`}
          checked={isSelected}
          onChange={() => select(isSelected ? [...selected].filter((id) => id !== row._id) : [...selected, row._id])}
        />
      </span>
      <ProductPicture src={row.image} size={28} />
      <span>
        <RowLink to="/admin/product/$id" params={{ id: row._id }} id={nameId(row)}>
          <DrugName name={row.name} />
        </RowLink>
        <span className={styles.below}>
          {numberOf(row)}
          <span className={styles.maker}> · {row.manufacturer}</span>
          {row.deaSchedule && ` · ${row.deaSchedule}`}
        </span>
      </span>
    </span>
  )
}

/** No confirmation needed: the same switch undoes it. */
function Published({ row: { _id, name, isPublished, isRestricted, __v } }: { row: ProductRow }) {
  const publish = usePublish()
  const isReadOnly = useIsReadOnly()
  const [isShown, choose] = useChosen(isPublished)
  return (
    <span className={styles.published}>
      <Switch
        size="sm"
        aria-label={`Published: ${name}`}
        checked={isShown}
        disabled={publish.isPending || isReadOnly}
        onChange={() => {
          choose(!isPublished)
          const refused = (error: ApiError) => {
            choose(null)
            showStaleNotice(error)
          }
          publish.mutate({ params: { id: _id }, body: { isPublished: !isPublished, __v } }, { onError: refused })
        }}
      />
      {!isPublished && 'Draft'}
      {isPublished && isRestricted && 'Limited'}
    </span>
  )
}

const QuickEdit = lazyPart(() => import('./quick-edit.tsx').then((module) => module.QuickEdit))

interface Props {
  row: ProductRow
  field: Editing['field']
}

/** A price or count that can be edited in place; the form is mounted only while open. */
function EditableCell({ row, field }: Props) {
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
