import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { ApiError } from '#web/api-error.ts'
import styles from '#web/form/form.module.css'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { fieldLabels, isUserField, User, UserChanges } from '../account-shapes.ts'
import { useUpdateUser } from './hooks.ts'
import { JoinDialog, useJoining } from './join-dialog.tsx'

type Values = Omit<UserChanges, '__v' | 'licenseExpiryDate'> & Record<string, string | boolean>

interface Options<V extends Values> {
  user: User
  /** What of the user stands in the form. */
  valuesOf: (user: User) => V
  check: (values: V) => Record<string, string>
  success: string
  leave: () => void
}

/**
 * A form for a user, saved over the version it was filled from; a refusal goes to the field it is about. What only the person
 * can decide is among the `questions`: somebody else was faster, or the account number belongs to another business.
 */
export const useUserForm = <V extends Values>({ user, valuesOf, check, success, leave }: Options<V>) => {
  const { form, onSubmit, validateNow, showRefusal } = useCheckedForm<V>({
    initialValues: valuesOf(user),
    schema: UserChanges,
    check,
  })
  const unsaved = useUnsaved(() => form.isDirty())
  const joining = useJoining(useUpdateUser(success))
  const [version, setVersion] = useState(user.__v)
  const [newer, setNewer] = useState<Newer | null>(null)

  const save = (values: V, __v = version) =>
    joining.send(
      { params: { id: user._id }, query: {}, body: { ...values, __v } },
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
  const goOnFrom = ({ __v }: User) => {
    setVersion(__v)
    setNewer(null)
  }
  const questions = (
    <>
      {unsaved.question}
      {newer && (
        <StaleAlert
          {...newer}
          mine={form.getValues()}
          load={() => {
            goOnFrom(newer.current)
            form.setValues(valuesOf(newer.current))
          }}
          keep={() => {
            goOnFrom(newer.current)
            save(form.getValues(), newer.current.__v)
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

interface StaleAlertProps extends Newer {
  mine: Record<string, unknown>
  /** Takes over what is there now; what was typed is given up. */
  load: () => void
  /** Saves what was typed over it. */
  keep: () => void
}

/** Nothing is lost silently: what differs is shown. */
function StaleAlert({ error, current, mine, load, keep }: StaleAlertProps) {
  const differing = Object.keys(mine)
    .filter(isUserField)
    .filter((field) => (current[field] ?? '') !== String(mine[field]).trim())
  return (
    <Alert color="yellow" role="alert" title={error.message}>
      <p className={styles.note}>What you typed was not saved. It differs from what is stored now:</p>
      <ul className={styles.differences}>
        {differing.map((field) => (
          <li key={field}>
            <strong>{fieldLabels[field]}</strong>: stored “{current[field]}”, yours “{String(mine[field])}”
          </li>
        ))}
        {differing.length === 0 && <li>Nothing: someone saved the same.</li>}
      </ul>
      <div className={styles.actions}>
        <Button size="compact-sm" variant="default" onClick={load}>
          Load what is stored
        </Button>
        <Button size="compact-sm" variant="default" onClick={keep}>
          Save mine anyway
        </Button>
      </div>
    </Alert>
  )
}
