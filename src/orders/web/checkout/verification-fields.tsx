import { Button, TextInput } from '@mantine/core'
import type { Ref } from 'react'
import type { VerificationCode } from './use-verification-code.ts'
import styles from './verification-fields.module.css'

interface Props {
  code: VerificationCode
  inputRef: Ref<HTMLInputElement>
  email: string
  isDisabled: boolean
}

export function VerificationFields({ code, inputRef, email, isDisabled }: Props) {
  const { isSent, isForAnother, isSending, secondsLeft } = code
  return (
    <div className={styles.fields}>
      <TextInput
        ref={inputRef}
        label="Verification code"
        description="Six digits, sent to you by email."
        name="otp"
        value={code.code}
        onChange={(event) => code.setCode(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        size="md"
        classNames={{ input: styles.digits }}
      />
      <Button
        variant="default"
        fullWidth
        onClick={code.send}
        loading={isSending}
        disabled={isDisabled || secondsLeft > 0}
      >
        {secondsLeft > 0 ? `Send again in ${pause(secondsLeft)}` : isSent ? sendAgain : 'Send verification code'}
      </Button>
      <output className={styles.sent}>
        {isSent && `We sent a code to ${masked(email)}. It is valid for 10 minutes.`}
        {isForAnother && 'The last code was for another customer. Send a new one for this order.'}
      </output>
    </div>
  )
}

const sendAgain = 'Send a new verification code'

const pause = (seconds: number): string => (seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`)

/** Enough of the address to recognise it: `b•••r@demo.example`. */
const masked = (email: string): string => email.replace(/^(.)(.*?)(.?)@/, '$1•••$3@')
