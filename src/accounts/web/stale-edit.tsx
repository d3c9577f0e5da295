import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Sent } from '#shared/endpoint.ts'
import type { ApiError } from '#web/api-error.ts'
import styles from '#web/form/form.module.css'
import { fieldLabels, isUserField, User } from '../account-shapes.ts'
import type { accounts } from '../contract.ts'
import { useUpdateUser } from './hooks.ts'

interface Props {
  message: string
  current: User
  mine: Record<string, unknown>
  /** Takes over what is there now; what was typed is given up. */
  load: () => void
  /** Saves what was typed over it. */
  keep: () => void
}

/** Nothing is lost silently: what differs is shown, and the person decides. */
export function StaleAlert({ message, current, mine, load, keep }: Props) {
  const differing = Object.keys(mine)
    .filter(isUserField)
    .filter((field) => (current[field] ?? '') !== String(mine[field]).trim())
  return (
    <Alert color="yellow" role="alert" title={message}>
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

const Refused = z.object({ current: User })

/** Someone else saved the same user since the form was filled: what is there now, for the person to choose. */
export const useStaleEdit = (user: User) => {
  const [version, setVersion] = useState(user.__v)
  const [current, setCurrent] = useState<User | null>(null)
  const [message, setMessage] = useState('')
  return {
    version,
    current,
    message,
    /** True when this refusal is about a stale form. */
    notice: (error: ApiError): boolean => {
      const read = z.safeParse(Refused, error.details)
      if (!read.success) return false
      setCurrent(read.data.current)
      setMessage(error.message)
      return true
    },
    /** Goes on from what is there now. */
    accept: (): User => {
      const next = current ?? user
      setVersion(next.__v)
      setCurrent(null)
      return next
    },
  }
}

interface Saving {
  user: User
  success: string
  stale: ReturnType<typeof useStaleEdit>
  showRefusal: (error: ApiError) => void
  leave: () => void
}

/** Saves an edited user over the version the form was filled from; a refusal goes to the field or the alert it is about. */
export const useSaveUser = ({ user, success, stale, showRefusal, leave }: Saving) => {
  const { mutate, isPending } = useUpdateUser(success)
  const save = (values: Sent<typeof accounts.update>['body'], __v = stale.version) =>
    mutate(
      { params: { id: user._id }, query: {}, body: { ...values, __v } },
      {
        onSuccess: leave,
        onError: (error) => {
          if (!stale.notice(error)) showRefusal(error)
        },
      },
    )
  return { save, isPending }
}
