import { Minus, Plus } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { readPieces } from '#shared/read-number.ts'
import styles from './quantity-box.module.css'

interface Props {
  /** The accessible name, such as the product. */
  label: string
  value: number
  onChange: (value: number) => void
  isWrong?: boolean
  /** Id of the element with the error text. */
  describedBy?: string | undefined
  onEnter?: (input: HTMLInputElement) => void
  /** Without buttons, for tight lists; arrow keys step. */
  isBare?: boolean
}

const most = 99_999

/** A whole number to type or step. Invalid input is reported as well, so that the page can show an error. */
export function QuantityBox({ label, value, onChange, isWrong = false, describedBy, onEnter, isBare }: Props) {
  const [typed, setTyped] = useState<string | null>(null)

  const type = (text: string) => {
    setTyped(text)
    onChange(Math.min(readPieces(text) ?? 0, most))
  }
  const step = (by: number) => {
    setTyped(null)
    onChange(Math.min(Math.max(1, value + by), most))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onEnter?.(event.currentTarget)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 1 : -1)
  }

  return (
    <span className={styles.box} data-wrong={isWrong || undefined} data-bare={isBare}>
      {!isBare && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Decrease: ${label}`}
          disabled={value <= 1}
          onClick={() => step(-1)}
        >
          <Minus size={14} aria-hidden />
        </button>
      )}
      <input
        type="text"
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-valuemin={1}
        aria-valuemax={most}
        aria-valuenow={value}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(null)}
        onKeyDown={press}
        data-quantity
      />
      {!isBare && (
        <button type="button" tabIndex={-1} aria-label={`Increase: ${label}`} onClick={() => step(1)}>
          <Plus size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}
