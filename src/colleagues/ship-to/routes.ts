import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import { addAddress, changeAddress, removeAddress, type OnVerified, verifyAddress } from './change-address.ts'
import { shipTos } from './contract.ts'
import { addressesOf } from './find-address.ts'

export const shipToRoutes = ({ serve, db, config }: App, onVerified: OnVerified): void => {
  serve(shipTos.list, ({ params, user }) =>
    addressesOf(db, { caller: user, userId: params.id, day: businessDay(config.BUSINESS_TIME_ZONE) }),
  )

  serve(shipTos.add, async (call) => ({
    message: 'Address submitted. We will verify it.',
    _id: await addAddress(db, config.PUBLIC_URL, call),
  }))

  serve(shipTos.change, (call) => changeAddress(db, call))

  serve(shipTos.remove, (call) => removeAddress(db, call))

  serve(shipTos.verify, (call) => verifyAddress(db, onVerified, call))
}
