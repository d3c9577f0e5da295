import { Button } from '@mantine/core'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { DateField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { type ShipTo, ShipToFacts } from '../../ship-to/contract.ts'
import { useAddShipTo, useChangeShipTo } from './hooks.ts'

interface Props {
  /** A user of the business. */
  of: string
  /** Omitted for a new address. */
  address?: ShipTo
  /** True if an admin must verify it. */
  isProposal: boolean
  close: () => void
}

const typedOf = (address?: ShipTo) => ({
  name: address?.name ?? '',
  address1: address?.address1 ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  zip: address?.zip ?? '',
  country: address?.country ?? 'US',
  licenseNumber: address?.licenseNumber ?? '',
  licenseState: address?.licenseState ?? '',
  licenseExpiresOn: address?.licenseExpiresOn ?? '',
})
type Typed = ReturnType<typeof typedOf>

/** Adds or changes an address; a changed one must be verified again. */
export function AddressForm({ of, address, isProposal, close }: Props) {
  const [add, change] = [useAddShipTo(), useChangeShipTo()]
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: typedOf(address),
    schema: ShipToFacts,
  })
  const unsaved = useUnsaved(() => JSON.stringify(form.getValues()) !== JSON.stringify(typedOf(address)))
  const send = onSubmit((typed) => {
    const answer = { onSuccess: () => unsaved.saved(close), onError: showRefusal }
    if (address) change.mutate({ params: { id: address._id }, body: { ...typed, __v: address.__v } }, answer)
    else add.mutate({ params: { id: of }, body: typed }, answer)
  })
  const field = (name: keyof Typed, label: string) => ({ form, name, label, autoComplete: 'off' })
  return (
    <form
      className={formStyles.form}
      noValidate
      aria-label={address ? `Change ${address.name}` : 'New ship-to address'}
      onSubmit={send}
    >
      {unsaved.question}
      <div className={formStyles.fields}>
        <TextField {...field('name', 'Name')} required most={120} description="As it appears on shipping labels." />
        <TextField {...field('address1', 'Street')} required most={200} />
        <TextField {...field('city', 'City')} required most={80} />
        <TextField {...field('state', 'State')} required most={2} description="Two letters, such as MA." />
        <TextField {...field('zip', 'ZIP code')} required most={20} />
        <TextField {...field('country', 'Country')} required most={3} />
        <TextField {...field('licenseNumber', 'License number')} most={60} description="If its state requires one." />
        <TextField {...field('licenseState', 'License state')} most={2} />
        <DateField {...field('licenseExpiresOn', 'License valid until')} />
      </div>
      {isProposal && <p className={formStyles.note}>We verify new addresses before you can order to them.</p>}
      <FormActions cancel={close}>
        <Button type="submit" loading={add.isPending || change.isPending}>
          {address ? 'Save address' : isProposal ? 'Submit address' : 'Add address'}
        </Button>
      </FormActions>
    </form>
  )
}
