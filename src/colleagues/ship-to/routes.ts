import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import { addAddress, changeAddress, removeAddress, type OnVerified, verifyAddress } from './change-address.ts'
import { shipTos } from './contract.ts'
import { addressesOf } from './find-address.ts'

export const shipToRoutes = ({ serve, db, config }: App, onVerified: OnVerified): void => {
  serve(shipTos.list, ({ params, user }) =>
    addressesOf(db, { caller: user, userId: params.id, day: businessDay(config.BUSINESS_TIME_ZONE) }),
  )

  serve(shipTos.add, async ({ params, body, user, request }) => ({
    message: 'Address submitted. We will verify it.',
    _id: await addAddress(db, config.PUBLIC_URL, { caller: user, userId: params.id, facts: body, request }),
  }))

  serve(shipTos.change, async ({ params, body: { __v: version, ...facts }, user, request }) => {
    await changeAddress(db, { caller: user, id: params.id, facts, version, request })
    return { message: 'Address saved' }
  })

  serve(shipTos.remove, async ({ params, user, request }) => {
    await removeAddress(db, { caller: user, id: params.id, request })
    return { message: 'Address removed' }
  })

  serve(shipTos.verify, async ({ params, body, user, request }) => {
    await verifyAddress(db, { caller: user, id: params.id, ...body, request }, onVerified)
    return { message: 'Address verified' }
  })
}
