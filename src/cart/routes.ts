import { asBuyer } from '#catalogue/know-viewer.ts'
import { businessDay } from '#platform/business-day.ts'
import type { App } from '#platform/feature.ts'
import { changeCart } from './change-cart.ts'
import { carts, quickOrder } from './contract.ts'
import { judgeLines } from './judge-lines.ts'
import { cartOf, lookAtProducts, readCart } from './read-cart.ts'

export const cartRoutes = ({ serve, db, config }: App): void => {
  const today = () => businessDay(config.BUSINESS_TIME_ZONE)

  serve(quickOrder.check, ({ body, user }) => judgeLines(db, body.lines, asBuyer(config, user)))

  serve(carts.read, ({ user }) => readCart(db, cartOf(user, today())))

  serve(carts.change, ({ body, user }) => changeCart(db, cartOf(user, today()), body))

  serve(carts.look, ({ body, user }) => lookAtProducts(db, asBuyer(config, user), body.ids))
}
