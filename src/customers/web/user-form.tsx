import { useState } from 'react'
import * as z from 'zod/mini'
import type { ApiError } from '#web/api-error.ts'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { changedFields, editsOf, mergeEdits } from '#web/form/merge-edits.ts'
import { StaleForm } from '#web/form/stale-form.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { User } from '#identity/account-shapes.ts'
import { UserChanges } from '../customer-shapes.ts'
import { fieldLabels, type UserField } from '#identity/field-shapes.ts'
import { useUpdateUser } from './hooks.ts'
import { JoinDialog, useJoining } from './join-dialog.tsx'

type Values = Omit<UserChanges, '__v' | 'licenseExpiryDate'> & Record<string, string | boolean>

interface Options<V extends Values> {
  user: User
  /** Form values from a user. */
  valuesOf: (user: User) => V
  check: (values: V) => Record<string, string>
  success: string
  leave: () => void
}

/**
 * A form for a user, saved with the version it was loaded from; errors are shown at their fields. `questions` has the
 * dialogs that need a decision: a stale version, or an account number of another business.
 */
export const useUserForm = <V extends Values>({ user, valuesOf, check, success, leave }: Options<V>) => {
  const { form, onSubmit, validateNow, showRefusal } = useCheckedForm<V>({
    initialValues: valuesOf(user),
    schema: UserChanges,
    check,
  })
  const [base, setBase] = useState(user)
  const unsaved = useUnsaved(() => changedFields(valuesOf(base), form.getValues()).length > 0)
  const joining = useJoining(useUpdateUser(success))
  const [newer, setNewer] = useState<Newer | null>(null)

  const save = (values: V, from = base) =>
    joining.send(
      { params: { id: user._id }, query: {}, body: { ...editsOf(valuesOf(from), values), __v: from.__v } },
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
  const goOnFrom = (now: User, values: V) => {
    setBase(now)
    setNewer(null)
    form.setValues(values)
  }
  const questions = (
    <>
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
    </>
  )
  return { form, isPending: joining.isPending, onSubmit: onSubmit((values) => save(values)), validateNow, questions }
}

const Refused = z.object({ current: User })

interface Newer {
  error: ApiError
  current: User
}

/** Form fields as text; an unknown date is empty. */
export const textsOf = <F extends UserField>(user: User, fields: readonly F[]): Record<F, string> =>
  Object.fromEntries(fields.map((field) => [field, user[field] ?? ''])) as Record<F, string> // one entry for each field

/** Error messages for empty required fields. */
export const missingAmong = (
  fields: readonly UserField[],
  values: Partial<Record<UserField, string>>,
): Record<string, string> =>
  Object.fromEntries(
    fields.filter((field) => !values[field]?.trim()).map((field) => [field, `${fieldLabels[field]} is required.`]),
  )
