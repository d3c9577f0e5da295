import { Button, Checkbox } from '@mantine/core'
import * as z from 'zod/mini'
import type { ApiError } from '#web/api-error.ts'
import { Panel } from '#web/ui/panel.tsx'
import { fieldLabels, SignUp, SignUpExisting } from '../account-shapes.ts'
import styles from '#web/form/form.module.css'
import { LicenseTypes } from './license-types.tsx'
import { EmailField, GlnField, PasswordField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'

const blank = {
  companyName: '',
  name: '',
  lastName: '',
  email: '',
  phone: '',
  license: '',
  password: '',
  confirmPassword: '',
  accountID: '',
  GLNNumber: '',
  GS1Number: '',
  licenseType: '',
  licenseAddress: '',
  licenseName: '',
  licenseExpiryDate: '',
  agreesToTerms: false,
}
type SignUpEntry = typeof blank

interface Props {
  isExisting: boolean
  isPending: boolean
  /** Sends the request; a refusal comes back to stand beside its field. */
  send: (entry: SignUpEntry, refused: (error: ApiError) => void) => void
}

const refuseOther = ({ password, confirmPassword }: SignUpEntry): Record<string, string> =>
  password === confirmPassword ? {} : { confirmPassword: 'Passwords do not match' }

const Agreed = z.extend(SignUpExisting, { agreesToTerms: z.literal(true, 'Agree to the terms to continue.') })

export function SignUpForm({ isExisting, isPending, send }: Props) {
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: blank,
    schema: isExisting ? Agreed : SignUp,
    check: refuseOther,
  })
  const field = (name: keyof typeof fieldLabels) => ({ form, name, label: fieldLabels[name] })

  return (
    <form className={styles.form} noValidate onSubmit={onSubmit((entry) => send(entry, showRefusal))}>
      <p className={styles.note}>Fields marked with * are required.</p>
      <Panel title="Business">
        <div className={styles.fields}>
          <TextField {...field('companyName')} required autoComplete="organization" className={styles.span} />
          {isExisting && (
            <TextField
              {...field('accountID')}
              required
              description="You find it on every invoice."
              className={styles.span}
            />
          )}
          {isExisting && <GlnField {...field('GLNNumber')} />}
          {isExisting && <GlnField {...field('GS1Number')} />}
        </div>
      </Panel>
      <Panel title="Contact">
        <div className={styles.fields}>
          <TextField {...field('name')} required autoComplete="given-name" />
          <TextField {...field('lastName')} required autoComplete="family-name" />
          <EmailField {...field('email')} required />
          <TextField {...field('phone')} required type="tel" autoComplete="tel" maxLength={50} />
        </div>
      </Panel>
      <Panel title="License">
        <div className={styles.fields}>
          <TextField {...field('license')} description="We need it before you can order." maxLength={100} />
          {isExisting && (
            <>
              <TextField {...field('licenseType')} list="license-types" maxLength={100} />
              <TextField {...field('licenseName')} maxLength={200} />
              <TextField {...field('licenseExpiryDate')} type="date" />
              <TextField {...field('licenseAddress')} className={styles.span} />
              <LicenseTypes />
            </>
          )}
        </div>
      </Panel>
      <Panel title="Password">
        <div className={styles.fields}>
          <PasswordField
            form={form}
            name="password"
            label="Password"
            required
            autoComplete="new-password"
            description="At least 8 characters."
          />
          <PasswordField
            form={form}
            name="confirmPassword"
            label="Confirm Password"
            required
            autoComplete="new-password"
            description="The same once more."
          />
        </div>
      </Panel>
      {isExisting && (
        <Checkbox
          key={form.key('agreesToTerms')}
          {...form.getInputProps('agreesToTerms', { type: 'checkbox' })}
          label="I act for this business and agree to the terms of sale."
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" size="md" loading={isPending}>
          Request account
        </Button>
      </div>
    </form>
  )
}
