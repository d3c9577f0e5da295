import { Button } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Product } from '#catalog/contract.ts'
import { readAmount, readPieces } from '#shared/read-number.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { StaleForm } from '#web/form/stale-form.tsx'
import { MoneyField, PiecesField } from '#web/ui/number-fields.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { usePriceDoubt } from '#web/ui/use-price-doubt.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import type { ProductEdit } from '../contract.ts'
import type { ProductRow } from '../product-shapes.ts'
import { isStale, useProductById, useUpdateProduct } from './hooks.ts'
import styles from './product-columns.module.css'
import type { Editing } from './product-table.ts'
import { productLabels } from './product-values.ts'

interface Props {
  row: ProductRow
  field: Editing['field']
  close: () => void
}

type Base = Pick<ProductRow, 'price' | 'countInStock' | '__v'>

/** Edits one field of a product with the same endpoint and rules as the whole form. */
export function QuickEdit({ row, field, close }: Props) {
  const [base] = useState<Base>(row)
  const [typed, setTyped] = useState(() => textOf(row, field))
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isStaleNow, setIsStaleNow] = useState(false)
  const update = useUpdateProduct(close)
  const doubt = usePriceDoubt()

  const save = (value: number, on: Base) =>
    update.mutate(
      {
        params: { id: row._id },
        body: { ...editOf(field, value, { base, on }), ...(reason && { stockReason: reason }) },
      },
      { onError: (error) => (isStale(error) ? setIsStaleNow(true) : setFault(error.message)) },
    )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const value = field === 'price' ? readAmount(typed) : readPieces(typed)
    if (value === null || value < 0) return setFault(unreadable[field])
    if (typed.trim() === textOf(base, field)) return close()
    if (field === 'countInStock') return save(value, base)
    return doubt.check(value, [{ name: 'the current price', price: base.price }], () => save(value, base))
  }
  const common = {
    label: productLabels[field],
    typed,
    value: typed,
    error: fault,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value)
      setFault(null)
      doubt.forget()
    },
  }
  if (isStaleNow)
    return (
      <Stale
        row={row}
        field={field}
        base={base}
        typed={typed}
        keep={(now) => {
          setIsStaleNow(false)
          save((field === 'price' ? readAmount(typed) : readPieces(typed)) ?? 0, now)
        }}
        close={close}
      />
    )
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {field === 'price' ? <MoneyField {...common} /> : <PiecesField {...common} />}
      {field === 'countInStock' && (
        <LimitedInput
          label="Reason"
          placeholder="Product edited"
          most={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {doubt.question}
      <FormActions cancel={close} size="xs">
        <Button type="submit" size="xs" loading={update.isPending}>
          Save
        </Button>
      </FormActions>
    </form>
  )
}

const textOf = (of: Base, field: Editing['field']): string =>
  field === 'price' ? of.price.toFixed(2) : String(of.countInStock)

const unreadable: Record<Editing['field'], string> = {
  price: 'Price could not be read. Enter it like 1,234.56.',
  countInStock: 'Count in stock must be a whole number of at least 0.',
}

/** Applies the edit to the stored version; of a count, the difference. */
const editOf = (field: Editing['field'], value: number, { base, on }: { base: Base; on: Base }): ProductEdit => {
  if (field === 'price') return { price: value, __v: on.__v }
  const countInStock = Math.max(0, on.countInStock + value - base.countInStock)
  return { countInStock, countInStockLoaded: on.countInStock, __v: on.__v }
}

interface StaleProps extends Props {
  base: Base
  typed: string
  keep: (now: Base) => void
}

/** Shows both values after a concurrent change and asks which to keep. */
function Stale({ row, field, base, typed, keep, close }: StaleProps) {
  const now = useProductById(row._id)
  const valuesOf = (of: Base) => ({ [field]: textOf(of, field) })
  return (
    <div className={styles.form}>
      <QueryStates query={now}>
        {(product) => (
          <StaleForm
            title="This product was changed by someone else."
            labels={productLabels}
            base={valuesOf(base)}
            mine={{ [field]: typed }}
            stored={valuesOf(baseOf(product))}
            isWaiting={now.isFetching}
            load={close}
            keep={() => keep(baseOf(product))}
          />
        )}
      </QueryStates>
    </div>
  )
}

const baseOf = ({ price, countInStock, __v }: Product): Base => ({ price: price ?? 0, countInStock, __v })
