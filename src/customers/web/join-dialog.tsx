import { useState } from 'react'
import * as z from 'zod/mini'
import { Callout } from '#web/ui/callout.tsx'
import text from '#web/ui/text.module.css'
import type { ApiError } from '#web/api-error.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { TakenNumber } from '../customer-shapes.ts'

/** A mutation that may move a user to the business that already has the account number. */
interface Change<Sent> {
  isPending: boolean
  mutate: (sent: Sent, ending: { onSuccess: () => void; onError: (error: ApiError) => void }) => void
}

type Person = Pick<TakenNumber['business']['users'][number], 'name' | 'lastName' | 'email'>

interface Ending {
  /** The user who would join. */
  who: Person
  onSuccess: () => void
  onError: (error: ApiError) => void
}

interface Question {
  who: Person
  business: TakenNumber['business']
  /** The number passed to another business after the admin confirmed the first. */
  isAnew: boolean
  confirm: () => void
}

/** Sends the mutation, and again once a `JoinDialog` confirms that the number belongs to another business. */
export const useJoining = <Sent extends { query: { joins?: string | undefined } }>({
  mutate,
  isPending,
}: Change<Sent>) => {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const send = (sent: Sent, { who, onSuccess, onError }: Ending): void =>
    mutate(sent, {
      onSuccess: () => {
        setIsAsked(false)
        onSuccess()
      },
      onError: (error) => {
        const taken = z.safeParse(TakenNumber, error.details)
        setIsAsked(taken.success)
        if (!taken.success) return onError(error)
        const { business } = taken.data
        setQuestion({
          who,
          business,
          isAnew: sent.query.joins !== undefined,
          confirm: () => send({ ...sent, query: { ...sent.query, joins: business._id } }, { who, onSuccess, onError }),
        })
      },
    })
  return { send, isPending, question, isAsked, cancel: () => setIsAsked(false) }
}

const personOf = ({ name, lastName, email }: Person) => `${name} ${lastName} (${email})`

const maxNamed = 10

/** Confirms that the user gets access to the orders, invoices and prices of the business. */
export function JoinDialog({ joining }: { joining: Omit<ReturnType<typeof useJoining>, 'send'> }) {
  const { question, isAsked, isPending, cancel } = joining
  if (!question) return null
  const { who, business, isAnew, confirm } = question
  const { companyName, accountID, users } = business
  const name = companyName || `account ${accountID}`
  return (
    <Confirm
      key={business._id}
      isOpen={isAsked}
      question={`Join ${name}?`}
      answer="Join this business"
      isDestructive
      isPending={isPending}
      confirm={confirm}
      close={cancel}
    >
      {isAnew && <Callout tone="warning">This account number now belongs to another business.</Callout>}
      <p>
        Account {accountID} belongs to <strong>{name}</strong>. {personOf(who)} will join it, see its orders, invoices
        and prices, and use its license and addresses.
      </p>
      <p>{users.length === 1 ? 'It has one user:' : `It has ${users.length} users:`}</p>
      <ul className={text.bullets}>
        {users.slice(0, maxNamed).map((user) => (
          <li key={user._id}>
            {personOf(user)}
            {user.isActive ? '' : ', not active'}
          </li>
        ))}
        {users.length > maxNamed && <li>and {users.length - maxNamed} more</li>}
      </ul>
    </Confirm>
  )
}
