import * as z from 'zod/mini'
import { create } from 'zustand'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { onSignOut, session, useUser } from './session.ts'
import { parseStored, readText, removeStored, writeText } from './storage.ts'

/** The customer a staff member works for. */
export const Customer = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyName: z.string(),
  accountID: z.string(),
})
export type Customer = z.infer<typeof Customer>

const Choice = z.object({ staffId: z.string(), customer: z.nullable(Customer) })
type Choice = z.infer<typeof Choice>

const storedUnder = 'orderingFor'

/** Each tab has its own choice; a new tab starts with the last one made in any tab. */
const savedChoice = (): Choice | null => {
  try {
    const own = parseStored(sessionStorage.getItem(storedUnder), Choice, null)
    if (own) return own
  } catch {
    // Nothing is stored if storage is unavailable.
  }
  return parseStored(readText(storedUnder), Choice, null)
}

const useChoice = create<{ choice: Choice | null }>(() => ({ choice: savedChoice() }))

const customerOf = (choice: Choice | null, user: SignedInUser | null) =>
  user && !user.isReadOnly && (user.isAdmin || user.isSalesRep) && choice?.staffId === user._id ? choice.customer : null

export const useCustomer = (): Customer | null => {
  const user = useUser()
  return useChoice(({ choice }) => customerOf(choice, user))
}

export const customer = (): Customer | null => customerOf(useChoice.getState().choice, session().user)

/** Switches prices, cart and history of this tab to the customer. */
export const chooseCustomer = (chosen: Customer | null): void => {
  const { user } = session()
  if (!user || chosen?._id === customer()?._id) return
  for (const prepare of preparing) prepare()
  const read = chosen && z.safeParse(Customer, chosen)
  const choice: Choice = { staffId: user._id, customer: read?.success ? read.data : null }
  const text = JSON.stringify(choice)
  writeText(storedUnder, text)
  try {
    sessionStorage.setItem(storedUnder, text)
  } catch {
    // Without storage, the choice lasts until the page reloads.
  }
  useChoice.setState({ choice })
  for (const changed of changing) changed()
}

const preparing = new Set<() => void>()
const changing = new Set<() => void>()

/** Registers callbacks for before and after the switch to another customer. */
export const onCustomerChange = ({ before, after }: { before?: () => void; after?: () => void }): void => {
  if (before) preparing.add(before)
  if (after) changing.add(after)
}

onSignOut(() => {
  removeStored(storedUnder)
  try {
    sessionStorage.removeItem(storedUnder)
  } catch {
    // Nothing is stored if storage is unavailable.
  }
  useChoice.setState({ choice: null })
})
