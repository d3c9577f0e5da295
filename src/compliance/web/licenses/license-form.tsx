import { Button, NativeSelect } from '@mantine/core'
import { useShipTos } from '#colleagues/web/ship-to/use-ship-tos.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { DateField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { type License, LicenseFields } from '../../licenses/license-shapes.ts'
import { useAddLicense, useChangeLicense } from './hooks.ts'
import { kindWords } from './license-words.ts'

const kinds = Object.entries(kindWords).map(([value, label]) => ({ value, label }))

const typedOf = (license?: License) => ({
  kind: license?.kind ?? 'state',
  warehouse: license?.warehouse ?? '',
  shipToId: license?.shipToId ?? '',
  state: license?.state ?? '',
  number: license?.number ?? '',
  authority: license?.authority ?? '',
  holder: license?.holder ?? '',
  address: license?.address ?? '',
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
  const { data: shipTos = [] } = useShipTos(of)
  const [add, change] = [useAddLicense(), useChangeLicense()]
  const { form, onSubmit, showRefusal } = useCheckedForm({ initialValues: typedOf(license), schema: LicenseFields })
  const unsaved = useUnsaved(() => JSON.stringify(form.getValues()) !== JSON.stringify(typedOf(license)))
  const send = onSubmit((typed) => {
    const answer = { onSuccess: () => unsaved.saved(close), onError: showRefusal }
    const fields = { ...typed, kind: typed.kind as License['kind'], shipToId: typed.shipToId || null }
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
        {shipTos.length > 0 && !license?.isFirst && (
          <NativeSelect
            key={form.key('shipToId')}
            {...form.getInputProps('shipToId')}
            name="shipToId"
            label="Location"
            data={[
              { value: '', label: 'The business’s own address' },
              ...shipTos.map(({ _id, name, city, state }) => ({ value: _id, label: `${name}, ${city}, ${state}` })),
            ]}
          />
        )}
        <TextField {...field('state', 'State')} most={2} description="Two letters, such as MA." />
        <TextField {...field('authority', 'Issuing authority')} most={120} />
        <TextField {...field('holder', 'Name on the license')} most={200} />
        <TextField {...field('address', 'Address on the license')} description="Street, city, State and ZIP code." />
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
