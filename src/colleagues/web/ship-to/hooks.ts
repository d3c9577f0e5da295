import { useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { shipTos } from '../../ship-to/contract.ts'

const changeOptions = {
  refresh: [shipTos.list],
  quiet: isAboutFields,
}

export const useAddShipTo = () => useChange(shipTos.add, changeOptions)

/** Refresh after errors too, to show what another user changed. */
export const useChangeShipTo = () => useChange(shipTos.change, { ...changeOptions, refreshesAlways: true })

export const useRemoveShipTo = (done: () => void) => useChange(shipTos.remove, { ...changeOptions, onSuccess: done })

export const useVerifyShipTo = () => useChange(shipTos.verify, { ...changeOptions, refreshesAlways: true })
