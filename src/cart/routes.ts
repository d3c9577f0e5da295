import { asBuyer } from '#catalogue/know-viewer.ts'
import type { App } from '#platform/feature.ts'
import { quickOrder } from './contract.ts'
import { judgeLines } from './judge-lines.ts'

export const cartRoutes = ({ serve, db, config }: App): void => {
  serve(quickOrder.check, ({ body, user }) => judgeLines(db, body.lines, asBuyer(config, user)))
}
