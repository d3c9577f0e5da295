import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { DateField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import type { RecallDetail } from '../contract.ts'
import { classWords, depthWords, RecallFields } from '../recall-shapes.ts'
import { useAddRecall, useChangeRecall } from './hooks.ts'
import { readNumbers } from './read-numbers.ts'
import { RecallProducts, type TypedProduct } from './recall-products.tsx'

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

const levelWords: Record<RecallFields['level'], string> = {
  A: 'A: all recipients',
  B: 'B: a percentage',
  C: 'C: 10 %',
  D: 'D: 2 %',
  E: 'E: none',
}

const typedOf = (recall?: RecallDetail) => ({
  firm: recall?.firm ?? '',
  firmReference: recall?.firmReference ?? '',
  class: recall?.class ?? 'II',
  depth: recall?.depth ?? 'retail',
  level: recall?.level ?? 'A',
  levelPercent: recall?.levelPercent?.toString() ?? '',
  reason: recall?.reason ?? '',
  instructions: recall?.instructions ?? '',
  soldSince: recall?.soldSince ?? '',
  replyBy: recall?.replyBy ?? '',
  stopsSales: recall?.stopsSales ?? true,
})

const recalledProducts = (recall?: RecallDetail): TypedProduct[] =>
  recall?.products.map(({ productId, name, ndcNumber, lots }) => ({
    productId,
    label: [name, ndcNumber].filter(Boolean).join(' · '),
    lots: lots.join('\n'),
  })) ?? []

interface Props {
  /** Omitted for a new draft. */
  recall?: RecallDetail
  done: (id: string) => void
  cancel?: () => void
}

/** Drafts a recall, or changes the draft. No one is notified before it is sent. */
export function RecallForm({ recall, done, cancel }: Props) {
  const [add, change] = [useAddRecall(), useChangeRecall()]
  const [products, setProducts] = useState(() => recalledProducts(recall))
  const bodyOf = (typed: ReturnType<typeof typedOf>): z.input<typeof RecallFields> => ({
    ...typed,
    levelPercent: typed.level !== 'B' || typed.levelPercent.trim() === '' ? null : Number(typed.levelPercent),
    products: products.map(({ productId, lots }) => ({ productId, lots: readNumbers(lots) })),
  })
  const schema = z.pipe(z.transform(bodyOf), RecallFields)
  const { form, onSubmit, showRefusal } = useCheckedForm({ initialValues: typedOf(recall), schema })
  const [level, setLevel] = useState<string>(form.getValues().level)
  form.watch('level', ({ value }) => setLevel(value))
  const unsaved = useUnsaved(
    () => JSON.stringify([form.getValues(), products]) !== JSON.stringify([typedOf(recall), recalledProducts(recall)]),
  )
  const send = onSubmit((typed) => {
    const body = bodyOf(typed)
    if (recall)
      change.mutate(
        { params: { id: recall._id }, body: { __v: recall.__v, recall: body } },
        { onSuccess: () => unsaved.saved(() => done(recall._id)), onError: showRefusal },
      )
    else add.mutate({ body }, { onSuccess: ({ _id }) => unsaved.saved(() => done(_id)), onError: showRefusal })
  })
  const field = (name: 'firm' | 'firmReference' | 'levelPercent' | 'soldSince' | 'replyBy', label: string) => ({
    form,
    name,
    label,
    autoComplete: 'off',
  })
  const choice = (name: 'class' | 'depth' | 'level', label: string, words: Record<string, string>) => (
    <NativeSelect
      key={form.key(name)}
      {...form.getInputProps(name)}
      name={name}
      label={label}
      data={optionsOf(words)}
    />
  )
  const area = (name: 'reason' | 'instructions', label: string, most: number) => (
    <LimitedArea
      key={form.key(name)}
      {...form.getInputProps(name)}
      name={name}
      label={label}
      most={most}
      required
      autosize
      minRows={2}
      className={formStyles.span}
    />
  )
  return (
    <form className={formStyles.form} noValidate aria-label={recall ? 'Draft' : 'New recall'} onSubmit={send}>
      {unsaved.question}
      <div className={formStyles.fields}>
        <TextField {...field('firm', 'Recalling firm')} required most={200} />
        <TextField {...field('firmReference', 'Their reference')} most={100} />
        {choice('class', 'Class', classWords)}
        {choice('depth', 'Depth', depthWords)}
        {choice('level', 'Effectiveness check', levelWords)}
        {level === 'B' && (
          <TextField {...field('levelPercent', 'Percentage of recipients')} required most={3} inputMode="numeric" />
        )}
        <DateField {...field('soldSince', 'Sold since')} required description="Buyers since this day are notified." />
        <DateField {...field('replyBy', 'Reply by')} required description="Then non-responders are called." />
        {area('reason', 'Reason', 2_000)}
        {area('instructions', 'What to do', 4_000)}
      </div>
      <RecallProducts products={products} change={setProducts} error={form.errors['products']} />
      <Checkbox
        key={form.key('stopsSales')}
        {...form.getInputProps('stopsSales', { type: 'checkbox' })}
        name="stopsSales"
        label="Stop sales of these products until the recall is closed"
        description="Turn off only if the warehouse set the recalled lots apart."
      />
      <FormActions cancel={cancel}>
        <Button type="submit" loading={add.isPending || change.isPending}>
          Save draft
        </Button>
      </FormActions>
    </form>
  )
}
