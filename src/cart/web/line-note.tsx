import { useState } from 'react'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { useMayOrder } from '#web/for-buyers.tsx'
import type { CartItem } from '../cart.ts'
import { maxLineNoteLength } from '../detail-shapes.ts'
import styles from './line-note.module.css'
import { setLineNote } from './store.ts'

const focusField = (field: HTMLInputElement | null) => field?.focus()

/** The note of a cart line, behind a button until it is wanted. Saved while it is typed. */
export function LineNoteField({ item }: { item: CartItem }) {
  const mayOrder = useMayOrder()
  // What is typed stays as typed, while the cart has what the server made of it.
  const [typed, setTyped] = useState<string | null>(null)
  const note = item.note ?? ''
  if (typed !== null)
    return (
      <LimitedInput
        className={styles.field}
        size="xs"
        aria-label={`Note on ${item.name}`}
        placeholder="Note to the wholesaler about this line"
        ref={focusField}
        autoComplete="off"
        most={maxLineNoteLength}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setLineNote(item, value)
        }}
        onBlur={() => {
          if (typed.trim().length <= maxLineNoteLength) setTyped(null)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Inside checkout, Enter would place the order.
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
    )
  return (
    <span className={styles.note}>
      {note && <span className={styles.text}>Note: {note}</span>}
      {mayOrder && (
        <button
          type="button"
          className={styles.button}
          aria-label={`${note ? 'Edit' : 'Add'} note: ${item.name}`}
          onClick={() => setTyped(note)}
        >
          {note ? 'Edit' : 'Add note'}
        </button>
      )}
    </span>
  )
}
