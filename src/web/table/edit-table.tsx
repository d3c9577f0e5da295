import { type ReactNode, useState } from 'react'
import { ActButton } from '../ui/act-button.tsx'
import type { DialogProps } from '../ui/dialog-window.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Empty, type ListColumn, ListTable } from './list-table.tsx'

interface Props<R> {
  caption: string
  columns: readonly ListColumn<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string | number
  empty?: Empty
  nameOf: (row: R) => string
  /** The title of the dialog; without it the row's name. */
  titleOf?: (row: R) => string
  size?: DialogProps['size']
  /** False for rows that cannot be edited now. */
  isEditable?: boolean
  /** The form of a row, in its dialog. */
  form: (row: R, close: () => void) => ReactNode
}

/** A list whose rows are edited in a dialog. */
export function EditTable<R>(props: Props<R>) {
  const { caption, columns, rows, rowKey, empty, nameOf, titleOf = nameOf, size, isEditable = true, form } = props
  const [edited, setEdited] = useState<R | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const edit: ListColumn<R> = {
    title: 'Edit',
    isActions: true,
    width: '5rem',
    cell: (row) => (
      <ActButton
        size="compact-xs"
        variant="default"
        aria-label={`Edit ${nameOf(row)}`}
        onClick={() => {
          setEdited(row)
          setIsOpen(true)
        }}
      >
        Edit
      </ActButton>
    ),
  }
  return (
    <>
      <ListTable
        caption={caption}
        rows={rows}
        rowKey={rowKey}
        columns={isEditable ? [...columns, edit] : columns}
        {...(empty && { empty })}
      />
      <Dialog isOpen={isOpen} title={edited ? titleOf(edited) : ''} {...(size && { size })} close={close}>
        {edited && form(edited, close)}
      </Dialog>
    </>
  )
}
