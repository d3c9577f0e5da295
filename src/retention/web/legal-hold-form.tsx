import { Button, NativeSelect } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { CustomerChooser } from '#customers/web/customer-chooser.tsx'
import { ProductChoice } from '#pricing/web/product-choice.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import styles from '#web/form/form.module.css'
import { LimitedArea, LimitedInput } from '#web/form/limited-text.tsx'
import { errorOf } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import type { Customer } from '#web/ordering-for.ts'
import { useAddHold } from './hooks.ts'

const subjects = [
  { value: 'customer', label: 'A customer' },
  { value: 'product', label: 'A product' },
  { value: 'lot', label: 'A lot' },
] as const
type Subject = (typeof subjects)[number]['value']

/** Sets a legal hold on a customer, a product or a lot. */
export function LegalHoldForm({ close }: { close: () => void }) {
  const [subject, setSubject] = useState<Subject>('customer')
  const [customer, setCustomer] = useState<Customer | null>(null)
  const [productId, setProductId] = useState<string | null>(null)
  const [typed, setTyped] = useState({ lot: '', reference: '', reason: '' })
  const [isTried, setIsTried] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const add = useAddHold()
  const unsaved = useUnsaved(
    () => customer !== null || productId !== null || Object.values(typed).some((text) => text !== ''),
  )
  const isMissing = (text: string) => isTried && text.trim() === ''
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (subject === 'customer' && !customer) return chooser.current?.focus()
    if (subject === 'product' && !productId) return
    const { lot, reference, reason } = typed
    if ([...(subject === 'lot' ? [lot] : []), reference, reason].some((text) => text.trim() === '')) return
    const body = {
      ...(subject === 'customer' && customer && { forUser: customer._id }),
      ...(subject === 'product' && productId && { productId }),
      ...(subject === 'lot' && { lot }),
      reference,
      reason,
    }
    add.mutate({ body }, { onSuccess: () => unsaved.saved(close) })
  }
  const field = (name: keyof typeof typed, label: string, most: number) => ({
    label,
    most,
    required: true,
    value: typed[name],
    error: errorOf(add, name) ?? (isMissing(typed[name]) && `Enter the ${label.toLowerCase()}.`),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: currentTarget.value })),
  })
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label="Legal hold">
      {unsaved.question}
      <NativeSelect
        label="Keep all records of"
        data={[...subjects]}
        value={subject}
        onChange={({ currentTarget }) => setSubject(currentTarget.value as Subject)}
        data-autofocus
      />
      {subject === 'customer' && <CustomerChooser customer={customer} choose={setCustomer} inputRef={chooser} />}
      {subject === 'product' && (
        <ProductChoice
          value={productId}
          choose={(product) => setProductId(product?._id ?? null)}
          required
          error={isTried && !productId && 'Choose a product.'}
        />
      )}
      {subject === 'lot' && <LimitedInput {...field('lot', 'Lot number', 50)} autoComplete="off" />}
      <LimitedInput
        {...field('reference', 'Reference', 120)}
        description="The case, investigation or letter."
        autoComplete="off"
      />
      <LimitedArea {...field('reason', 'Reason', 1_000)} autosize minRows={2} />
      <FormActions cancel={close}>
        <Button type="submit" loading={add.isPending}>
          Set legal hold
        </Button>
      </FormActions>
    </form>
  )
}
