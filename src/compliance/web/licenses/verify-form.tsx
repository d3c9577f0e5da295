import { Button, Checkbox, Text } from '@mantine/core'
import * as z from 'zod/mini'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { DateField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { LicenseVerification } from '../../licenses/contract.ts'
import type { License } from '../../licenses/license-shapes.ts'
import { useVerifyLicense } from './hooks.ts'
import { LicenseTitle } from './license-facts.tsx'
import { titleOf } from './license-words.ts'

/** The version comes from the license, not from the form. */
const VerifyFields = z.omit(LicenseVerification, { __v: true })

/** Records who looked a license up, when and where; with a new expiration date it is renewed. */
export function VerifyForm({ license, close }: { license: License; close: () => void }) {
  const verify = useVerifyLicense()
  const { differs, location, holder, address, needsProof, renewal, expiresOn } = license
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: {
      source: '',
      proof: '',
      expiresOn: renewal?.renewedUntil ?? expiresOn ?? '',
      isLocationConfirmed: false,
    },
    schema: VerifyFields,
  })
  const send = onSubmit((typed) =>
    verify.mutate(
      { params: { id: license._id }, body: { ...typed, __v: license.__v } },
      { onSuccess: close, onError: showRefusal },
    ),
  )
  return (
    <form className={formStyles.form} noValidate aria-label={`Verify ${titleOf(license)}`} onSubmit={send}>
      <div>
        <LicenseTitle license={license} />
      </div>
      <div className={formStyles.fields}>
        <TextField
          form={form}
          name="source"
          label="Source"
          description="The register where you looked it up."
          required
          autoComplete="off"
        />
        <DateField form={form} name="expiresOn" label="Valid until" description="As the register has it." />
        {needsProof && (
          <TextField form={form} name="proof" label="Proof that DEA issued the number" required autoComplete="off" />
        )}
      </div>
      {differs.length > 0 && location && (
        <>
          <Text fz="md">{`Registration: ${[holder, address].filter(Boolean).join(', ')}`}</Text>
          <Text fz="md">{`Ship-to address: ${location.name}, ${location.address}`}</Text>
          <Checkbox
            key={form.key('isLocationConfirmed')}
            {...form.getInputProps('isLocationConfirmed', { type: 'checkbox' })}
            label="DEA registered this location, although it is written differently"
          />
        </>
      )}
      <FormActions cancel={close}>
        <Button type="submit" loading={verify.isPending}>
          Verify license
        </Button>
      </FormActions>
    </form>
  )
}
