import { Button, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { RequestFields, requestKinds } from '../requests/contract.ts'
import { useRecordRequest } from './request-hooks.ts'
import { requestKindWords } from './request-words.ts'

const empty = {
  kind: 'recall' as (typeof requestKinds)[number],
  requester: '',
  contact: '',
  arrivedAt: '',
  product: '',
  lot: '',
  serial: '',
  note: '',
}

/** The browser's field has the user's time zone. */
const sentOf = (typed: typeof empty): typeof empty => {
  const at = new Date(typed.arrivedAt)
  return { ...typed, arrivedAt: Number.isNaN(at.getTime()) ? '' : at.toISOString() }
}

const TypedFields = z.pipe(
  z.transform((typed: typeof empty): z.input<typeof RequestFields> => sentOf(typed)),
  RequestFields,
)

/** Records an official request and opens it. */
export function RequestForm({ close }: { close: () => void }) {
  const record = useRecordRequest()
  const navigate = useNavigate()
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: empty,
    schema: TypedFields,
  })
  const unsaved = useUnsaved(() => JSON.stringify(form.getValues()) !== JSON.stringify(empty))
  const send = onSubmit((typed) =>
    record.mutate(
      { body: sentOf(typed) },
      {
        onSuccess: ({ _id: id }) =>
          unsaved.saved(() => void navigate({ to: '/admin/trace/requests/$id', params: { id } })),
        onError: showRefusal,
      },
    ),
  )
  const field = (name: keyof typeof empty, label: string) => ({ form, name, label, autoComplete: 'off' })
  return (
    <form className={formStyles.form} noValidate aria-label="New request" onSubmit={send}>
      {unsaved.question}
      <div className={formStyles.fields}>
        <NativeSelect
          key={form.key('kind')}
          {...form.getInputProps('kind')}
          name="kind"
          label="Kind"
          data={requestKinds.map((value) => ({ value, label: requestKindWords[value] }))}
        />
        <TextField {...field('requester', 'Requested by')} required most={200} />
        <TextField {...field('contact', 'Contact')} most={300} description="Where the answer goes." />
        <TextField {...field('arrivedAt', 'Arrived')} type="datetime-local" description="Now, if blank." />
        <TextField {...field('product', 'Product')} most={60} description="NDC or GTIN; you can scan the package." />
        <TextField {...field('lot', 'Lot')} most={60} />
        <TextField {...field('serial', 'Serial number')} most={60} />
      </div>
      <LimitedArea
        key={form.key('note')}
        {...form.getInputProps('note')}
        name="note"
        label="Note"
        most={2_000}
        autosize
        minRows={2}
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={record.isPending}>
          Record request
        </Button>
      </FormActions>
    </form>
  )
}
