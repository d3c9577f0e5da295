import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ProductChoice } from '#pricing/web/product-choice.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { DateField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { CaseFields } from '../../quarantine/case-shapes.ts'
import { readNumbers } from '../read-numbers.ts'
import { useOpenCase } from './hooks.ts'

const blank = { lots: '', serials: '', reason: '', soldSince: '', sample: '', stopsSales: true }

interface Props {
  done: (id: string) => void
  cancel: () => void
}

/** Opens a case: from then on the product is not sold. */
export function CaseForm({ done, cancel }: Props) {
  const open = useOpenCase()
  const [productId, setProductId] = useState('')
  const bodyOf = (typed: typeof blank): z.input<typeof CaseFields> => ({
    ...typed,
    productId,
    lots: readNumbers(typed.lots),
    serials: readNumbers(typed.serials),
  })
  const schema = z.pipe(z.transform(bodyOf), CaseFields)
  const { form, onSubmit, showRefusal } = useCheckedForm({ initialValues: blank, schema })
  const unsaved = useUnsaved(() => productId !== '' || JSON.stringify(form.getValues()) !== JSON.stringify(blank))
  const send = onSubmit((typed) =>
    open.mutate(
      { body: bodyOf(typed) },
      { onSuccess: ({ _id }) => unsaved.saved(() => done(_id)), onError: showRefusal },
    ),
  )
  const area = (name: 'reason' | 'lots' | 'serials', label: string, most: number, description?: string) => (
    <LimitedArea
      key={form.key(name)}
      {...form.getInputProps(name)}
      name={name}
      label={label}
      description={description}
      most={most}
      required={name === 'reason'}
      autosize
      minRows={name === 'reason' ? 2 : 1}
      className={formStyles.span}
    />
  )
  return (
    <form className={formStyles.form} noValidate aria-label="New case" onSubmit={send}>
      {unsaved.question}
      <ProductChoice
        value={productId || null}
        required
        error={form.errors['productId'] ? 'Choose a product.' : undefined}
        choose={(product) => setProductId(product?._id ?? '')}
      />
      <div className={formStyles.fields}>
        {area('reason', 'Reason', 2_000)}
        {area('lots', 'Lots', 8_000, 'One per line. Leave blank if they are not known.')}
        {area('serials', 'Serial numbers', 8_000, 'One per line.')}
        <DateField
          form={form}
          name="soldSince"
          label="Sold since"
          required
          description="Buyers since this day may have received it."
        />
        <TextField form={form} name="sample" label="Sample retained" description="Where it is." most={300} />
      </div>
      <Checkbox
        key={form.key('stopsSales')}
        {...form.getInputProps('stopsSales', { type: 'checkbox' })}
        name="stopsSales"
        label="Stop sales of this product until the case ends"
        description="Turn off only if the warehouse set the suspect lots apart."
      />
      <FormActions cancel={cancel}>
        <Button type="submit" loading={open.isPending}>
          Open case
        </Button>
      </FormActions>
    </form>
  )
}
