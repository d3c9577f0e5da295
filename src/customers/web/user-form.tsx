import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { User } from '#identity/account-shapes.ts'
import { fieldLabels, isUserField, type UserField } from '#identity/field-shapes.ts'
import { EmailNote } from '#identity/web/email-note.tsx'
import type { ApiError } from '#web/api-error.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import styles from '#web/form/form.module.css'
import { changedFields, editsOf, mergeEdits } from '#web/form/merge-edits.ts'
import { StaleForm } from '#web/form/stale-form.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { useWayBack } from '#web/use-way-back.ts'
import { UserChanges } from '../customer-shapes.ts'
import { BusinessNote } from './business-note.tsx'
import { useUpdateUser } from './hooks.ts'
import { JoinDialog, useJoining } from './join-dialog.tsx'

type Values = Record<string, string | boolean>

export type UserFormFields = UseFormReturnType<Values>

interface Props {
  user: User
  /** The role. */
  label: 'User' | 'Sales Rep' | 'Customer'
  /** What the form edits; all its texts are required. */
  names: readonly (UserField | 'isAdmin' | 'isReadOnly' | 'isActive')[]
  list: '/admin/users' | '/admin/customers'
  /** Names the fields that all users of a business share. */
  shared?: string
  /** Opened to complete a profile: shows missing fields immediately. */
  showsMissing?: boolean
  children: (form: UserFormFields) => ReactNode
}

/**
 * The edit form of every role, saved with the version it was loaded from; errors are shown at their fields. Asks about a
 * stale version and about an account number of another business.
 */
export function UserForm({ user, label, names, list, shared, showsMissing = false, children }: Props) {
  const valuesOf = (from: User): Values => Object.fromEntries(names.map((name) => [name, from[name] ?? '']))
  const { form, onSubmit, validateNow, showRefusal } = useCheckedForm({
    initialValues: valuesOf(user),
    schema: UserChanges,
    check: (values) => missingAmong(names.filter(isUserField), values),
  })
  const leave = useWayBack(list)
  const [base, setBase] = useState(user)
  const unsaved = useUnsaved(() => changedFields(valuesOf(base), form.getValues()).length > 0)
  const joining = useJoining(useUpdateUser(`${label} updated successfully`))
  const [newer, setNewer] = useState<Newer | null>(null)
  const [start] = useState(() => validateNow)
  useEffect(() => {
    if (showsMissing) start()
  }, [showsMissing, start])

  const save = (values: Values, from = base) =>
    joining.send(
      {
        params: { id: user._id },
        query: {},
        body: { ...z.parse(UserChanges, editsOf(valuesOf(from), values)), __v: from.__v },
      },
      {
        who: user,
        onSuccess: () => unsaved.saved(leave),
        onError: (error) => {
          const refused = z.safeParse(Refused, error.details)
          if (refused.success) setNewer({ error, current: refused.data.current })
          else showRefusal(error)
        },
      },
    )
  const goOnFrom = (now: User, values: Values) => {
    setBase(now)
    setNewer(null)
    form.setValues(values)
  }
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit((values) => save(values))} aria-label={label}>
      {unsaved.question}
      {newer && (
        <StaleForm
          title={newer.error.message}
          labels={fieldLabels}
          base={valuesOf(base)}
          mine={form.getValues()}
          stored={valuesOf(newer.current)}
          load={() => goOnFrom(newer.current, valuesOf(newer.current))}
          keep={() => {
            const merged = mergeEdits(valuesOf(base), form.getValues(), valuesOf(newer.current))
            goOnFrom(newer.current, merged)
            save(merged, newer.current)
          }}
        />
      )}
      <JoinDialog joining={joining} />
      <EmailNote userId={user._id} />
      {shared && <BusinessNote user={user} fields={shared} />}
      {children(form)}
      <div className={styles.bar}>
        <FormActions cancel={leave}>
          <Button type="submit" loading={joining.isPending} disabled={joining.isPending}>
            Update
          </Button>
        </FormActions>
      </div>
    </form>
  )
}

const Refused = z.object({ current: User })

interface Newer {
  error: ApiError
  current: User
}

const missingAmong = (fields: readonly UserField[], values: Values): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter((field) => !String(values[field] ?? '').trim())
      .map((field) => [field, `${fieldLabels[field]} is required.`]),
  )
