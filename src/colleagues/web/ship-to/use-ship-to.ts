import * as z from 'zod/mini'
import { create } from 'zustand'
import { parseStored } from '#web/storage.ts'
import { useShipTos } from './use-ship-tos.ts'

/** Stored with its user, because another customer has other addresses. */
const Choice = z.object({ forUser: z.string(), shipToId: z.string() })
type Choice = z.infer<typeof Choice>

const storedUnder = 'shipTo'

const savedChoice = (): Choice | null => {
  try {
    return parseStored(sessionStorage.getItem(storedUnder), Choice, null)
  } catch {
    // Storage is blocked, so there is no saved choice.
    return null
  }
}

/** Per tab only, so that a new order starts with the business's own address. */
const useChoice = create<{ choice: Choice | null }>(() => ({ choice: savedChoice() }))

/** Null selects the business's own ship-to address. */
export const chooseShipTo = (choice: Choice | null): void => {
  useChoice.setState({ choice })
  try {
    if (choice) sessionStorage.setItem(storedUnder, JSON.stringify(choice))
    else sessionStorage.removeItem(storedUnder)
  } catch {
    // With blocked storage the choice lasts until the next reload.
  }
}

/** The id of the chosen address for this user's order; null for the business's own. */
export const useChosenShipTo = (forUser: string | undefined): string | null => {
  const { choice } = useChoice()
  return choice && choice.forUser === forUser ? choice.shipToId : null
}

/** The ship-to address for this user's order, with the options. */
export const useShipTo = (forUser: string | undefined) => {
  const list = useShipTos(forUser)
  const wanted = useChosenShipTo(forUser)
  const options = (list.data ?? []).filter(({ isVerified }) => isVerified)
  const chosen = options.find(({ _id }) => _id === wanted) ?? null
  return {
    options,
    chosen,
    /** Whether the displayed address is final: the list is loaded or nothing was chosen. */
    isKnown: wanted === null || list.isSuccess,
    /** The chosen address is no longer available. */
    isGone: wanted !== null && list.isSuccess && chosen === null,
  }
}
