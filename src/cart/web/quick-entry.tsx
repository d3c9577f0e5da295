import { Autocomplete, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ProductCard } from '#catalogue/contract.ts'
import { useSuggestions } from '#catalogue/web/hooks.ts'
import type { WrittenLine } from '../read-lines.ts'
import styles from './quick-order.module.css'

/** A code or a name, Enter, a quantity, Enter, and so on: no mouse, and nothing is chosen but by its own line. */
export function EntryRow({ add }: { add: (line: WrittenLine) => void }) {
  const [code, setCode] = useState('')
  const [quantity, setQuantity] = useState('')
  const [codeInput, quantityInput] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const isName = /[a-z]{3}/i.test(code) && !/^ndc/i.test(code)
  const { data } = useSuggestions(isName ? code.trim() : '')
  const found = isName ? (data?.products ?? []) : []

  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || code.trim() === '' || event.defaultPrevented) return
    event.preventDefault()
    quantityInput.current?.focus()
  }
  const finish = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (code.trim() === '') return codeInput.current?.focus()
    add({ code: found.find((product) => labelOf(product) === code)?.slug ?? code.trim(), quantity })
    setCode('')
    setQuantity('')
    codeInput.current?.focus()
  }
  return (
    <fieldset className={styles.row} aria-label="New line">
      <Autocomplete
        ref={codeInput}
        label="Code or name"
        placeholder="NDC, item number, UPC or name"
        value={code}
        maxLength={120}
        onChange={setCode}
        onOptionSubmit={() => setTimeout(() => quantityInput.current?.focus())}
        onKeyDown={goOn}
        data={[...new Set(found.map(labelOf))]}
        filter={({ options }) => options}
      />
      <TextInput
        ref={quantityInput}
        label="Quantity"
        data-quantity
        inputMode="numeric"
        autoComplete="off"
        value={quantity}
        maxLength={6}
        onChange={(event) => setQuantity(event.currentTarget.value)}
        onKeyDown={finish}
      />
    </fieldset>
  )
}

const labelOf = ({ name, ndcNumber, manufacturer }: ProductCard): string => `${name} · ${ndcNumber} · ${manufacturer}`
