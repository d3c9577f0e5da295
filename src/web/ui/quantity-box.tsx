import { Minus, Plus } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import styles from './quantity-box.module.css'

interface Props {
  /** What the number is of, for those who do not see where it stands. */
  label: string
  value: number
  onChange: (value: number) => void
  isWrong?: boolean
  /** Id of the text that says what is wrong. */
  describedBy?: string | undefined
  onEnter?: (input: HTMLInputElement) => void
}

const most = 99_999

/** A whole number to type or to step. What is typed is reported as it stands, so that the page can say what is wrong with it. */
export function QuantityBox({ label, value, onChange, isWrong = false, describedBy, onEnter }: Props) {
  const [isEmpty, setIsEmpty] = useState(false)

  const type = (text: string) => {
    setIsEmpty(text === '')
    onChange(Math.min(Math.trunc(Number(text)) || 0, most))
  }
  const step = (by: number) => {
    setIsEmpty(false)
    onChange(Math.min(Math.max(1, value + by), most))
  }
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onEnter?.(event.currentTarget)
  }

  return (
    <span className={styles.box} data-wrong={isWrong || undefined}>
      <button type="button" tabIndex={-1} aria-label={`Less: ${label}`} disabled={value <= 1} onClick={() => step(-1)}>
        <Minus size={14} aria-hidden />
      </button>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        step={1}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        value={isEmpty ? '' : value}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setIsEmpty(false)}
        onKeyDown={enter}
        data-quantity
      />
      <button type="button" tabIndex={-1} aria-label={`More: ${label}`} onClick={() => step(1)}>
        <Plus size={14} aria-hidden />
      </button>
    </span>
  )
}
