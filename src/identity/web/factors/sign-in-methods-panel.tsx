import { Group } from '@mantine/core'
import { useState } from 'react'
import { useUser } from '#web/session.ts'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
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
  if (isSelf) return null
  return (
    <Panel title="Sign-in">
      <QueryStates query={factors} skeleton={<Skeleton height="2rem" />}>
        {(held) => (
          <>
            <p className={styles.lead}>{heldWords(held)}</p>
            <Group gap={8}>
              <EndSessions user={user} />
              {hasAny(held) && <RemoveFactors user={user} />}
            </Group>
          </>
        )}
      </QueryStates>
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

function EndSessions({ user }: { user: Who }) {
  const end = useEndSessionsOf()
  return (
    <ConfirmButton
      label="Sign out everywhere"
      question="Sign this user out everywhere?"
      isPending={end.isPending}
      confirm={(onSettled) => end.mutate({ params: { id: user._id } }, { onSettled })}
    >
      <p>{calledBy(user)} will be signed out on all devices and notified by email. The password stays the same.</p>
    </ConfirmButton>
  )
}

function RemoveFactors({ user }: { user: Who }) {
  const remove = useRemoveFactorsOf()
  const [reason, setReason] = useState('')
  return (
    <ConfirmButton
      label="Remove second factors"
      question="Remove all second factors?"
      answer="Remove"
      isDestructive
      isBlocked={!reason.trim()}
      isPending={remove.isPending}
      confirm={(onSettled) => remove.mutate({ params: { id: user._id }, query: { reason } }, { onSettled })}
    >
      <p>
        First verify that the request is from {calledBy(user)}, for example by calling back. Their passkeys,
        authenticator app and recovery codes are removed, they are signed out everywhere and notified by email. They can
        then sign in with just their password.
      </p>
      <ReasonField value={reason} change={setReason} isRequired />
    </ConfirmButton>
  )
}
