import { Button, NativeSelect } from '@mantine/core'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { DateField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { type License, LicenseFields } from '../../licenses/license-shapes.ts'
import { useAddLicense, useChangeLicense } from './hooks.ts'

export const kindWords: Record<License['kind'], string> = {
  state: 'State license',
  dea: 'DEA registration',
  controlled: 'Controlled-substance registration',
  'list-one': 'List I registration',
}

const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }))

const typedOf = (license?: License) => ({
  kind: license?.kind ?? 'state',
  warehouse: license?.warehouse ?? '',
  state: license?.state ?? '',
  number: license?.number ?? '',
  authority: license?.authority ?? '',
  schedules: license?.schedules.join(', ') ?? '',
  activity: license?.activity ?? '',
  expiresOn: license?.expiresOn ?? '',
  renewalFiledOn: license?.renewalFiledOn ?? '',
  renewalProof: license?.renewalProof ?? '',
})
type Typed = ReturnType<typeof typedOf>

interface Props {
  /** A user of the business; omitted for our own licenses. */
  of?: string | undefined
  /** Omitted for a new license. */
  license?: License
  close: () => void
}

/** Adds or changes a license; a changed one must be verified again. */
export function LicenseForm({ of, license, close }: Props) {
  const [add, change] = [useAddLicense(), useChangeLicense()]
  const { form, onSubmit, showRefusal } = useCheckedForm({ initialValues: typedOf(license), schema: LicenseFields })
  const unsaved = useUnsaved(() => JSON.stringify(form.getValues()) !== JSON.stringify(typedOf(license)))
  const send = onSubmit((typed) => {
    const answer = { onSuccess: () => unsaved.saved(close), onError: showRefusal }
    const fields = { ...typed, kind: typed.kind as License['kind'], shipToId: license?.shipToId ?? null }
    if (license) change.mutate({ params: { id: license._id }, body: { license: fields, __v: license.__v } }, answer)
    else add.mutate({ body: { license: fields, ...(of && { forUser: of }) } }, answer)
  })
  const field = (name: keyof Typed, label: string) => ({ form, name, label, autoComplete: 'off' })
  return (
    <form
      className={formStyles.form}
      noValidate
      aria-label={license ? `Change ${kindWords[license.kind]} ${license.number}` : 'New license'}
      onSubmit={send}
    >
      {unsaved.question}
      <div className={formStyles.fields}>
        <NativeSelect key={form.key('kind')} {...form.getInputProps('kind')} name="kind" label="Kind" data={kinds} />
        <TextField {...field('number', 'Number')} required most={60} />
        {!of && <TextField {...field('warehouse', 'Warehouse')} most={80} />}
        <TextField {...field('state', 'State')} most={2} description="Two letters, such as MA." />
        <TextField {...field('authority', 'Issuing authority')} most={120} />
        <TextField {...field('schedules', 'Schedules')} description="Of a registration, such as 3, 3N, 4, 5." />
        <TextField {...field('activity', 'Business activity')} most={120} />
        <DateField {...field('expiresOn', 'Valid until')} />
        <DateField {...field('renewalFiledOn', 'Renewal filed on')} />
        <TextField {...field('renewalProof', 'Proof of the pending renewal')} />
      </div>
      <FormActions cancel={close}>
        <Button type="submit" loading={add.isPending || change.isPending}>
          {license ? 'Save license' : 'Add license'}
        </Button>
      </FormActions>
    </form>
  )
}
