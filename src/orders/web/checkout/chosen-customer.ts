import { create } from 'zustand'
import type { UserRow } from '#accounts/account-shapes.ts'
import { useUser } from '#web/session.ts'

interface Choice {
  staffId: string
  customer: UserRow
}

const useChoice = create<{ choice: Choice | null }>(() => ({ choice: null }))

/** For whom the signed-in sales rep or admin is ordering; it lasts from one visit of the checkout to the next. */
export const useChosenCustomer = (): UserRow | null => {
  const user = useUser()
  return useChoice(({ choice }) => (choice && choice.staffId === user?._id ? choice.customer : null))
}

export const chooseCustomer = (staffId: string, customer: UserRow | null): void =>
  useChoice.setState({ choice: customer && { staffId, customer } })
