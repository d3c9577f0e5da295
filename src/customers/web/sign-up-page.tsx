import { useSearch } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Button, Checkbox, FileInput } from '@mantine/core'
import { FormActions } from '#web/form/form-actions.tsx'
import { ButtonLink, TextLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import styles from '#web/form/form.module.css'
import type { ApiError } from '#web/api-error.ts'
import { portalSettings } from '#web/portal-settings.ts'
import { Panel } from '#web/ui/panel.tsx'
import { TermsOfSale } from '#web/ui/terms-of-sale.tsx'
import { DateField, type Binding, EmailField, GlnField, PasswordField, TextField } from '#web/form/text-field.tsx'
import { changedFields } from '#web/form/merge-edits.ts'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { useSignUp } from './hooks.ts'
import { SignUp, SignUpExisting } from '../customer-shapes.ts'
import { fieldLabels } from '#identity/field-shapes.ts'
import { LicenseTypes } from './license-types.tsx'

export function SignUpPage() {
  return <SignUpScreen isExisting={false} />
}

export function SignUpExistingPage() {
  return <SignUpScreen isExisting />
}

function SignUpScreen({ isExisting }: { isExisting: boolean }) {
  const { fresh, existing } = useSignUp()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { redirect }: { redirect?: unknown } = useSearch({ strict: false })
  const search = redirect === undefined ? {} : { redirect }

  if (sentTo !== null)
    return (
      <div className={styles.page}>
        <PageHeading title="Thank you" />
        <WhatFollows sentTo={sentTo} />
      </div>
    )
  return (
    <div className={styles.page}>
      <PageHeading
        title={isExisting ? 'Request online access' : 'Request an account'}
        lead={
          isExisting
            ? 'For existing customers. We review your request before you can see orders and invoices.'
            : 'For licensed businesses. We review your request and email you when it is accepted.'
        }
      />
      <SignUpForm
        isExisting={isExisting}
        isPending={fresh.isPending || existing.isPending}
        send={({ deaNumber, ...entry }, licenseFile, onError) => {
          const answered = { onSuccess: () => setSentTo(entry.email.trim()), onError }
          const more = { ...(deaNumber.trim() && { deaNumber }), ...(licenseFile && { licenseFile }), isActive: false }
          if (isExisting) existing.mutate({ body: { ...z.parse(SignUpExisting, entry), ...more } }, answered)
          else fresh.mutate({ body: { ...z.parse(SignUp, entry), ...more } }, answered)
        }}
      />
      <p className={styles.links}>
        Have an account?{' '}
        <TextLink to="/signin" search={search}>
          Sign in
        </TextLink>
        {' · '}
        {isExisting ? (
          <TextLink to="/signup" search={search}>
            Not a customer yet
          </TextLink>
        ) : (
          <TextLink to="/signupSap" search={search}>
            Already a customer
          </TextLink>
        )}
      </p>
    </div>
  )
}

/** Next steps, how long they take, and a contact. */
function WhatFollows({ sentTo }: { sentTo: string }) {
  const { contactEmail, contactPhone, requestDays } = portalSettings
  return (
    <EmptyState icon={<MailCheck size={28} strokeWidth={1.5} />} title="We received your request">
      <ol className={styles.steps}>
        <li>Open the link in the email we sent to {sentTo} to confirm your address.</li>
        <li>
          We verify every business and its license before it can order.
          {requestDays > 0 &&
            ` This takes up to ${requestDays === 1 ? 'one business day' : `${requestDays} business days`}.`}
        </li>
        <li>We’ll email you when your request is accepted. Then sign in with the password you chose.</li>
      </ol>
      {contactEmail && (
        <p>
          Questions? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          {contactPhone && ` or call ${contactPhone}`}.
        </p>
      )}
      <ButtonLink variant="default" to="/search">
        Browse the catalog
      </ButtonLink>
    </EmptyState>
  )
}

const blank = {
  companyName: '',
  name: '',
  lastName: '',
  email: '',
  phone: '',
  license: '',
  deaNumber: '',
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
  /** Sends the request; errors come back to be shown at their fields. */
  send: (entry: SignUpEntry, file: SignUp['licenseFile'], refused: (error: ApiError) => void) => void
}

const maxFileBytes = 2 * 1024 * 1024

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // In parts, because a call has a limited number of arguments.
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * partBytes, (at + 1) * partBytes)),
  )
  return btoa(parts.join(''))
}

const partBytes = 32_768

const refuseOther = ({ password, confirmPassword }: SignUpEntry): Record<string, string> =>
  password === confirmPassword ? {} : { confirmPassword: 'Passwords do not match' }

function SignUpForm({ isExisting, isPending, send }: Props) {
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: blank,
    schema: isExisting ? SignUpExisting : SignUp,
    check: refuseOther,
  })
  const unsaved = useUnsaved(() => changedFields(blank, form.getValues()).length > 0, true)
  const [file, setFile] = useState<File | null>(null)
  const isTooLarge = file !== null && file.size > maxFileBytes
  const submit = async (entry: SignUpEntry) => {
    if (!isTooLarge) send(entry, file ? { name: file.name, content: await base64Of(file) } : undefined, showRefusal)
  }
  const field = (name: keyof typeof fieldLabels) => ({ form, name, label: fieldLabels[name] })

  return (
    <form className={styles.form} noValidate onSubmit={onSubmit((entry) => void submit(entry))}>
      {unsaved.question}
      <p className={styles.note}>Fields marked with * are required.</p>
      <Panel title="Business">
        <div className={styles.fields}>
          <TextField {...field('companyName')} required autoComplete="organization" className={styles.span} />
          {isExisting && (
            <TextField {...field('accountID')} required description="It is on every invoice." className={styles.span} />
          )}
          {isExisting && <GlnField {...field('GLNNumber')} />}
          {isExisting && <GlnField {...field('GS1Number')} />}
        </div>
      </Panel>
      <Panel title="Contact">
        <div className={styles.columns}>
          <TextField {...field('name')} required autoComplete="given-name" />
          <TextField {...field('lastName')} required autoComplete="family-name" />
          <EmailField {...field('email')} required />
          <TextField {...field('phone')} required type="tel" autoComplete="tel" most={50} />
        </div>
      </Panel>
      <Panel title="License">
        <div className={styles.fields}>
          <TextField {...field('license')} description="We need it before you can order." most={100} />
          {isExisting && (
            <>
              <TextField {...field('licenseType')} list="license-types" most={100} />
              <TextField {...field('licenseName')} most={200} />
              <DateField {...field('licenseExpiryDate')} />
              <TextField {...field('licenseAddress')} className={styles.span} />
              <LicenseTypes />
            </>
          )}
          <TextField
            form={form}
            name="deaNumber"
            label="DEA number"
            description="For controlled substances."
            most={20}
          />
          <FileInput
            label="Copy of the license"
            description="PDF or picture, at most 2 MB."
            placeholder="Choose a file"
            accept="application/pdf,image/png,image/jpeg,image/webp"
            value={file}
            error={isTooLarge ? 'The file is too large. The limit is 2 MB.' : undefined}
            onChange={setFile}
          />
        </div>
      </Panel>
      <Password form={form} />
      {isExisting && (
        <Checkbox
          key={form.key('agreesToTerms')}
          {...form.getInputProps('agreesToTerms', { type: 'checkbox' })}
          label={
            <>
              I am authorized to act for this business and agree to the <TermsOfSale />.
            </>
          }
        />
      )}
      <FormActions>
        <Button type="submit" size="md" loading={isPending}>
          Request account
        </Button>
      </FormActions>
    </form>
  )
}

function Password({ form }: { form: Binding }) {
  return (
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
          description="Enter the password again."
        />
      </div>
    </Panel>
  )
}
