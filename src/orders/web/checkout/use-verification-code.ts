import { useEffect, useState } from 'react'
import { useCodeDelivery, usePasskeyCode, useSendCode } from './hooks.ts'

const secondsBetween = 60
/** The server's time limit, counted from the request. */
const millisecondsValid = 600_000

interface Ids {
  userId: string
  /** The customer chosen by staff. */
  customerId: string | undefined
}

/** State of the order's verification code: sending, typing and the wait before a resend. */
export const useVerificationCode = ({ userId, customerId }: Ids) => {
  const { mutate, isPending } = useSendCode()
  const [code, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [sentFor, setSentFor] = useState<string | null>(null)
  const [isOver, setIsOver] = useState(false)
  const [isByPasskey, setIsByPasskey] = useState(false)
  /** The mail server was down when the code was requested. */
  const [isLateAtOnce, setIsLateAtOnce] = useState(false)
  const [sentAt, setSentAt] = useState<number | null>(null)
  const delivery = useCodeDelivery(sentAt)
  const [secondsLeft, waitFor] = useCountdown()
  const id = customerId ?? userId
  const setCode = (next: Parameters<typeof setTyped>[0]) => {
    setTyped(next)
    setError(null)
  }
  const passkey = usePasskeyCode()

  const send = (onSent: () => void) =>
    mutate(
      { params: { id } },
      {
        onSuccess: ({ isLate = false }) => {
          setIsLateAtOnce(isLate)
          setSentFor(id)
          setSentAt(Date.now())
          setIsOver(false)
          setIsByPasskey(false)
          // The email may arrive before the response, so a code typed meanwhile stays.
          setCode((typed) => (typed === code ? '' : typed))
          waitFor(secondsBetween)
          onSent()
        },
        onError: ({ details }) => {
          if (typeof details['retryAfter'] === 'number') waitFor(details['retryAfter'])
        },
      },
    )

  const told = ({ otp }: { otp: string }) => {
    setSentFor(id)
    setIsOver(false)
    setIsByPasskey(true)
    setSentAt(null)
    setCode(otp)
  }

  return {
    code,
    setCode,
    /** Why this code was refused, until it changes. */
    error,
    refuse: setError,
    isSent: !isOver && (sentFor === id || sentFor === userId),
    isOver,
    /** Filled in by the portal rather than emailed. */
    isByPasskey,
    /** The mail server has not accepted the code yet. */
    isLate: delivery?.isLate ?? isLateAtOnce,
    /** When the code expires; only for a delayed code, because part of its time had passed when it was sent. */
    endsAt: sentAt !== null && (delivery?.wasLate ?? false) ? sentAt + millisecondsValid : null,
    end: () => {
      setSentAt(null)
      setIsOver(true)
      setCode('')
    },
    /** A code is bound to the customer it was sent for. */
    isForAnother: !isOver && sentFor !== null && sentFor !== id && sentFor !== userId,
    isSending: isPending,
    secondsLeft,
    send,
    /** Fills in the code if a passkey may replace the email. */
    byPasskey: passkey && { isPending: passkey.isPending, ask: () => passkey.mutate(id, { onSuccess: told }) },
  }
}
export type VerificationCode = ReturnType<typeof useVerificationCode>

const useCountdown = () => {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1_000))

  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [secondsLeft])

  const waitFor = (seconds: number) => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1_000)
  }
  return [secondsLeft, waitFor] as const
}
