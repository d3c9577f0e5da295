import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '#web/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { User } from '../../account-shapes.ts'
import type { Factors } from '../../factors/factor-shapes.ts'
import { calledBy } from '../called-by.ts'
import { ReasonField } from '../reason-field.tsx'
import styles from './factors.module.css'
import { useEndSessionsOf, useFactorsOf, useRemoveFactorsOf } from './hooks.ts'

type Who = Pick<User, '_id' | 'name' | 'lastName' | 'email' | 'companyName'>

/** Another user's sign-in methods, for an admin who helps them. */
export function SignInMethodsPanel({ user }: { user: Who }) {
  const factors = useFactorsOf(user._id)
  const isSelf = useUser()?._id === user._id
  const [asked, setAsked] = useState<'sessions' | 'factors' | null>(null)
  const close = () => setAsked(null)
  if (isSelf) return null
  return (
    <Panel title="Sign-in">
      <QueryStates query={factors} skeleton={<Skeleton height="2rem" />}>
        {(held) => (
          <>
            <p className={styles.lead}>{heldWords(held)}</p>
            <Group gap={8}>
              <Button variant="default" onClick={() => setAsked('sessions')}>
                Sign out everywhere
              </Button>
              {hasAny(held) && (
                <Button variant="default" onClick={() => setAsked('factors')}>
                  Remove second factors
                </Button>
              )}
            </Group>
          </>
        )}
      </QueryStates>
      <EndSessions user={user} isOpen={asked === 'sessions'} close={close} />
      <RemoveFactors user={user} isOpen={asked === 'factors'} close={close} />
    </Panel>
  )
}

const hasAny = ({ passkeys, app }: Factors): boolean => passkeys.length > 0 || app !== null

const heldWords = (held: Factors): string => {
  const { passkeys, app, isRequired } = held
  if (!hasAny(held))
    return isRequired ? 'Must set up a second factor at the next sign-in.' : 'Signs in with a password only.'
  const words = [
    ...(passkeys.length > 0 ? [`${passkeys.length} ${passkeys.length === 1 ? 'passkey' : 'passkeys'}`] : []),
    ...(app ? ['an authenticator app'] : []),
  ]
  return `Has ${words.join(' and ')}.`
}

interface QuestionProps {
  user: Who
  isOpen: boolean
  close: () => void
}

function EndSessions({ user, isOpen, close }: QuestionProps) {
  const end = useEndSessionsOf()
  return (
    <Confirm
      isOpen={isOpen}
      question="Sign this user out everywhere?"
      answer="Sign out everywhere"
      isPending={end.isPending}
      confirm={() => end.mutate({ params: { id: user._id } }, { onSettled: close })}
      close={close}
    >
      <p>{calledBy(user)} will be signed out on all devices and notified by email. The password stays the same.</p>
    </Confirm>
  )
}

function RemoveFactors({ user, isOpen, close }: QuestionProps) {
  const remove = useRemoveFactorsOf()
  const [reason, setReason] = useState('')
  return (
    <Confirm
      isOpen={isOpen}
      question="Remove all second factors?"
      answer="Remove"
      isDestructive
      isBlocked={!reason.trim()}
      isPending={remove.isPending}
      confirm={() => remove.mutate({ params: { id: user._id }, query: { reason } }, { onSettled: close })}
      close={close}
    >
      <p>
        First verify that the request really comes from {calledBy(user)}, for example by calling back. Their passkeys,
        authenticator app and recovery codes are removed, they are signed out everywhere and notified by email. They can
        then sign in with just their password.
      </p>
      <ReasonField value={reason} change={setReason} isRequired />
    </Confirm>
  )
}
