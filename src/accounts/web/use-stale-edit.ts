import { useState } from 'react'
import * as z from 'zod/mini'
import type { ApiError } from '#web/api-error.ts'
import { User } from '../account-shapes.ts'

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
