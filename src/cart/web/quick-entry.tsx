import { Autocomplete, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ProductCard } from '#catalog/contract.ts'
import { BuyerPrice } from '#catalog/web/buyer-price.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { DrugName, StrengthNote } from '#catalog/web/drug-name.tsx'
import { readScan } from '#shared/read-scan.ts'
import { useSuggestions } from '#search/web/use-suggestions.ts'
import { isSoldOut } from '#catalog/web/equivalent-offers.tsx'
import { grouped } from '#shared/number-words.ts'
import { maxCodeLength } from '../contract.ts'
import { piecesOf } from './quick-line.ts'
import styles from './quick-order.module.css'

/** An entered line: a code, or a product chosen by name. */
export interface EnteredLine {
  code: string
  quantity: string
  product: ProductCard | null
}

interface Problems {
  code?: string
  quantity?: string
}

/** Keyboard-only entry: code or name, Enter, quantity, Enter. A product is never chosen automatically. */
export function EntryRow({ add }: { add: (line: EnteredLine) => void }) {
  const [code, setCode] = useState('')
  const [quantity, setQuantity] = useState('')
  const [chosen, setChosen] = useState<ProductCard | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [codeInput, quantityInput] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const { data, isPlaceholderData } = useSuggestions(isName(code) && !chosen ? code.trim() : '')
  // Suggestions for an earlier input are hidden, because a fast typist could pick one of them.
  const found = isName(code) && !isPlaceholderData ? (data?.products ?? []) : []
  const offered = new Map(found.map((product) => [labelOf(product), product]))

  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return
    event.preventDefault()
    const problem = codeProblem(code, chosen)
    setProblems({ code: problem })
    if (problem === '') quantityInput.current?.focus()
  }
  const finish = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const found = { code: codeProblem(code, chosen), quantity: quantityProblem(quantity) }
    setProblems(found)
    if (found.code !== '') return codeInput.current?.focus()
    if (found.quantity !== '') return
    add({ code: chosen?.slug ?? code.trim(), quantity: String(piecesOf(quantity) ?? ''), product: chosen })
    setCode('')
    setQuantity('')
    setChosen(null)
    codeInput.current?.focus()
  }
  return (
    <fieldset className={styles.row} aria-label="New line">
      <Autocomplete
        ref={codeInput}
        label="Code or name"
        placeholder="NDC, item number, UPC or name"
        value={code}
        error={problems.code}
        description={chosen || isPlaceholderData ? undefined : data?.warning}
        onChange={(value) => {
          setCode(value)
          setProblems({})
          setChosen((now) => (now && labelOf(now) === value ? now : null))
        }}
        onOptionSubmit={(label) => {
          setChosen(offered.get(label) ?? null)
          setTimeout(() => quantityInput.current?.focus())
        }}
        onKeyDown={goOn}
        data={chosen ? [] : [...offered.keys()]}
        filter={({ options }) => options}
        renderOption={({ option }) => <Offer product={offered.get(option.value)} />}
        maxDropdownHeight={360}
      />
      <TextInput
        ref={quantityInput}
        label="Quantity"
        data-quantity
        inputMode="numeric"
        autoComplete="off"
        value={quantity}
        error={problems.quantity}
        onChange={(event) => {
          setQuantity(event.currentTarget.value)
          setProblems({})
        }}
        onKeyDown={finish}
      />
      {chosen && (
        <output className={styles.chosen}>
          <Facts product={chosen} />
        </output>
      )}
    </fieldset>
  )
}

/** Whether the text is a name rather than a code such as `SUP-10032`. */
const isName = (code: string): boolean =>
  /[a-z]{3}/i.test(code) && !/^\s*ndc/i.test(code) && !/^\s*[a-z]{2,6}-?\d+\s*$/i.test(code) && readScan(code) === null

const codeProblem = (code: string, chosen: ProductCard | null): string => {
  const { length } = code.trim()
  if (length === 0) return 'Enter a code or a name.'
  if (!chosen && isName(code) && !/^https?:/.test(code.trim()))
    return 'Choose a product from the list, or enter its code.'
  return !chosen && length > maxCodeLength
    ? `This code has ${length} characters; the limit is ${maxCodeLength}. Shorten it.`
    : ''
}

const quantityProblem = (quantity: string): string =>
  piecesOf(quantity) === null ? 'Enter a whole number from 1 to 9,999.' : ''

const labelOf = ({ name, ndcNumber, manufacturer }: ProductCard): string => `${name} · ${ndcNumber} · ${manufacturer}`

function Offer({ product }: { product: ProductCard | undefined }) {
  if (!product) return null
  return (
    <span className={styles.offer}>
      <span>
        <DrugName name={product.name} />
      </span>
      <StrengthNote note={product.strengthNote} />
      <span className={styles.fact}>
        {product.ndcNumber} · {product.manufacturer}
      </span>
      <LineMarks line={product} />
      <Facts product={product} />
    </span>
  )
}

/** The user's price and the availability. */
function Facts({ product }: { product: ProductCard }) {
  return (
    <span className={styles.facts}>
      <BuyerPrice product={product} />
      <span>{stockWords(product)}</span>
    </span>
  )
}

const stockWords = (product: ProductCard): string => {
  if (product.isNonStocked) return 'Special order'
  return isSoldOut(product) ? 'Out of stock' : `${grouped(product.countInStock)} in stock`
}
