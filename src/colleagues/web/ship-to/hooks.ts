import { useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { shipTos } from '../../ship-to/contract.ts'

const told = { refresh: [shipTos.list], success: ({ message }: { message: string }) => message, quiet: isAboutFields }

export const useAddShipTo = () => useChange(shipTos.add, told)

/** What was changed meanwhile is shown as it is now. */
export const useChangeShipTo = () => useChange(shipTos.change, { ...told, refreshesAlways: true })

export const useRemoveShipTo = (done: () => void) => useChange(shipTos.remove, { ...told, onSuccess: done })

export const useVerifyShipTo = () => useChange(shipTos.verify, { ...told, refreshesAlways: true })
