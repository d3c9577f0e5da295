import type { App } from '#platform/feature.ts'
import { announceStock, stockKind } from './announce-stock.ts'

export const inventoryJobs = ({ job, db, config }: App): void =>
  job({ kind: stockKind, run: ({ productId = '' }) => announceStock(db, config, productId) })
