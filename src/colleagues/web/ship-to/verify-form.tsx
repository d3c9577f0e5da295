import { Button, Checkbox } from '@mantine/core'
import * as z from 'zod/mini'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { type ShipTo, Verification } from '../../ship-to/contract.ts'
import { useVerifyShipTo } from './hooks.ts'

/** The version comes from the address, not from the form. */
const Typed = z.omit(Verification, { __v: true })

/** Details that only the wholesaler knows: whether the state requires a license, and the id in the ERP. */
export function VerifyForm({ address, close }: { address: ShipTo; close: () => void }) {
  const verify = useVerifyShipTo()
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: { needsLicense: address.needsLicense, erpAddress: address.erpAddress },
    schema: Typed,
  })
  const send = onSubmit((typed) =>
    verify.mutate(
      { params: { id: address._id }, body: { ...typed, __v: address.__v } },
      { onSuccess: close, onError: showRefusal },
    ),
  )
  return (
    <form className={formStyles.form} noValidate aria-label={`Verify ${address.name}`} onSubmit={send}>
      <Checkbox
        key={form.key('needsLicense')}
        {...form.getInputProps('needsLicense', { type: 'checkbox' })}
        label={`${address.state} requires a license for this location`}
        description="Orders are on hold while the license is missing, expired or from another state."
      />
      <TextField
        form={form}
        name="erpAddress"
        label="Address ID in the ERP"
        description="The UUID of this address in the ERP account. Orders ship where the ERP sends them."
        required
        most={70}
        autoComplete="off"
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={verify.isPending}>
          Verify address
        </Button>
      </FormActions>
    </form>
  )
}
