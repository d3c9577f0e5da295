import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { CustomerRow } from '../customer-shapes.ts'
import { calledBy } from '#identity/web/called-by.ts'
import { useColleagues } from './hooks.ts'

type Person = CustomerRow['people'][number]

/** The active user that an action on a customer row applies to: the only one, or the one the admin chooses. */
export const usePersonChoice = (customer: CustomerRow) => {
  const { people, countPeople, companyName } = customer
  const [id, choose] = useState('')
  // The list has only the first users, so load the rest.
  const { data: colleagues } = useColleagues(countPeople > people.length ? customer._id : null)
  const all: Person[] = colleagues
    ? [customer, ...colleagues.filter(({ isAdmin, isSalesRep }) => !isAdmin && !isSalesRep)]
    : people
  const active = all.filter(({ isActive }) => isActive)
  const isAsked = active.length > 1
  const person = active.find(({ _id }) => !isAsked || _id === id) ?? null
  return {
    id: person?._id ?? null,
    /** The user as named in the dialog. */
    words: person && (isAsked ? personWords(person) : calledBy({ ...person, companyName })),
    question: isAsked ? { label: `Which user of ${companyName || 'this business'}?`, active, id, choose } : null,
  }
}

const personWords = ({ name, lastName, email }: Person): string => `${`${name} ${lastName}`.trim()} (${email})`.trim()

/** Asks which user of the business to act on; empty if there is only one. */
export function PersonChoice({ question }: Pick<ReturnType<typeof usePersonChoice>, 'question'>) {
  if (!question) return null
  const { label, active, id, choose } = question
  return (
    <NativeSelect
      label={label}
      required
      value={id}
      data={[
        { value: '', label: 'Choose a user' },
        ...active.map((person) => ({ value: person._id, label: personWords(person) })),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
