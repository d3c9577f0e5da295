import * as z from 'zod/mini'
import { create } from 'zustand'
import { useShipTos } from '#colleagues/web/ship-to/use-ship-tos.ts'
import type { ShipTo } from '#colleagues/ship-to/contract.ts'
import { parseStored } from '#web/storage.ts'
import type { ShippingAddress } from '../../order-shapes.ts'

/** For whom it was chosen: another customer has other addresses. */
const Choice = z.object({ forUser: z.string(), shipToId: z.string() })
type Choice = z.infer<typeof Choice>

const storedUnder = 'shipTo'

const savedChoice = (): Choice | null => {
  try {
    return parseStored(sessionStorage.getItem(storedUnder), Choice, null)
  } catch {
    // Where storage is forbidden nothing was chosen.
    return null
  }
}

/** Of this tab alone: an order that is begun anew goes to the business's own address until somebody says otherwise. */
const useChoice = create<{ choice: Choice | null }>(() => ({ choice: savedChoice() }))

/** Null is the business's own ship-to address. */
export const chooseShipTo = (choice: Choice | null): void => {
  useChoice.setState({ choice })
  try {
    if (choice) sessionStorage.setItem(storedUnder, JSON.stringify(choice))
    else sessionStorage.removeItem(storedUnder)
  } catch {
    // It holds until the page is loaded again.
  }
}

/** Where an order for this user goes: what can be chosen, and what is. */
export const useShipTo = (forUser: string | undefined) => {
  const { choice } = useChoice()
  const list = useShipTos(forUser)
  const wanted = choice && choice.forUser === forUser ? choice.shipToId : null
  const options = (list.data ?? []).filter(({ isVerified }) => isVerified)
  const chosen = options.find(({ _id }) => _id === wanted) ?? null
  return {
    options,
    chosen,
    /** What was chosen is known, so that what is shown is where it goes. */
    isKnown: wanted === null || list.isSuccess,
    /** It was chosen, and cannot be any more. */
    isGone: wanted !== null && list.isSuccess && chosen === null,
  }
}

export const addressLines = ({ name, address1, city, state, zip, country }: ShipTo): ShippingAddress => ({
  fullName: name,
  address: address1,
  city,
  region: state,
  postalCode: zip,
  country,
})
