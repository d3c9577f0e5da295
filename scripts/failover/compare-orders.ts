import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Tried } from './place-continuously.ts'

interface Kept {
  key: string
  reference: string
  price: string
  isExported: boolean
}

interface InErp {
  reference: string
  net: string
}

const longestExportMinutes = 10

/**
 * Compares what buyers were told with the portal's and the ERP's orders; every number except the first three should be
 * 0.
 */
export const compareOrders = async (pool: pg.Pool, erp: string, tried: readonly Tried[]) => {
  const kept = await keptWhenExported(pool, tried)
  const response = await fetch(`${erp}/orders`)
  const there = Map.groupBy((await response.json()) as InErp[], ({ reference }) => reference)
  const rows = Map.groupBy(kept, ({ key }) => key)
  const acknowledged = tried.filter(({ isAcknowledged }) => isAcknowledged)
  const refused = tried.filter(({ isAcknowledged }) => !isAcknowledged)
  const inErp = kept.flatMap(({ reference }) => there.get(reference) ?? [])
  return {
    tried: tried.length,
    acknowledged: acknowledged.length,
    'sent more than once': tried.filter(({ sent }) => sent > 1).length,
    refused: refused.length,
    lost: acknowledged.filter(({ key }) => !rows.has(key)).length,
    doubled: [...rows.values()].filter((same) => same.length > 1).length,
    'kept though refused': refused.filter(({ key }) => rows.has(key)).length,
    'not in the ERP': kept.filter(({ reference }) => !there.has(reference)).length,
    'twice in the ERP': kept.filter(({ reference }) => (there.get(reference)?.length ?? 0) > 1).length,
    'cents apart': Math.abs(centsOf(kept.map(({ price }) => price)) - centsOf(inErp.map(({ net }) => net))),
  }
}

export type Compared = Awaited<ReturnType<typeof compareOrders>>

/** True if no order was lost, duplicated or left behind. */
export const isWhole = (compared: Compared): boolean =>
  compared.acknowledged > 0 &&
  compared.lost +
    compared.doubled +
    compared['kept though refused'] +
    compared['not in the ERP'] +
    compared['twice in the ERP'] +
    compared['cents apart'] ===
    0

const keptWhenExported = async (pool: pg.Pool, tried: readonly Tried[]): Promise<Kept[]> => {
  const until = Date.now() + longestExportMinutes * 60_000
  for (; ; await pause(1_000)) {
    const { rows } = await pool.query<Kept>(
      `select idempotency_key as key, erp_reference as reference, items_price::text as price, erp_id is not null as "isExported"
       from sales_order where idempotency_key = any($1)`,
      [tried.map(({ key }) => key)],
    )
    if (rows.every(({ isExported }) => isExported) || Date.now() > until) return rows
  }
}

const centsOf = (amounts: readonly string[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
