import { asBuyer } from '#catalog/resolve-viewer.ts'
import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { changeCart } from './change-cart.ts'
import { carts, parkedCarts, type SavedCart, quickOrder } from './contract.ts'
import { listParkedCarts, parkCart, removeParkedCart, resumeCart } from './save-parked.ts'
import { checkQuickLines } from './check-lines.ts'
import { cartOwnerOf, priceGuestCart, readCart, withAllocations } from './read-cart.ts'

export const cartRoutes = ({ serve, db, config }: App): void => {
  const timeZone = config.BUSINESS_TIME_ZONE
  const cartToday = (user: Caller) =>
    cartOwnerOf(user, { day: businessDay(timeZone), seesUnknown: config.REQUIRE_LICENSE })
  const told = (cart: SavedCart, user: Caller) =>
    withAllocations(db, cart, { businessId: cartToday(user).businessId, timeZone })

  serve(quickOrder.check, ({ body, user }) =>
    checkQuickLines(db, body.lines, { viewer: asBuyer(config, user), timeZone }),
  )

  serve(carts.read, async ({ user }) => told(await readCart(db, cartToday(user)), user))

  serve(carts.change, async ({ body, user }) => told(await changeCart(db, cartToday(user), body), user))

  serve(parkedCarts.list, ({ user }) => listParkedCarts(db, cartToday(user)))

  serve(parkedCarts.park, ({ body, user }) => parkCart(db, cartToday(user), body.name))

  serve(parkedCarts.resume, ({ params, user }) => resumeCart(db, cartToday(user), params.id))

  serve(parkedCarts.remove, ({ params, user }) => removeParkedCart(db, cartToday(user), params.id))

  serve(carts.look, ({ body, user }) => priceGuestCart(db, asBuyer(config, user), body.ids))
}
