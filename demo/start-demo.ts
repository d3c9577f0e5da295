import { resolve } from 'node:path'
import { sql } from 'kysely'
import { hasDemoAccounts } from '../src/customers/remove-demo-accounts.ts'
import type { Config } from '#platform/config.ts'
import { UnfitDatabase } from '#platform/db/migrate.ts'
import type { Db } from '#platform/db/tables.ts'
import { fillDemo } from './fill-demo.ts'
import { startPartner } from './run-partner.ts'
import { startPaymentSimulators } from './run-payment-simulators.ts'
import { wholesalerGln } from './seed-trace.ts'
import { simulatedErp, startSimulator } from './run-simulator.ts'

interface Closings {
  add(closing: () => Promise<void> | void): void
}

/**
 * Fills an empty database with the demo and starts simulators for the ERP and payment providers that are not
 * configured; returns the settings that point to them. Portal and ERP start with the same two years of orders and invoices.
 */
export const startDemo = async (given: Config, db: Db, closings: Closings): Promise<Config> => {
  const config = {
    ...given,
    OWN_GLNS: given.OWN_GLNS.length > 0 ? given.OWN_GLNS : [wholesalerGln],
    TRACE_ON_DUTY: given.TRACE_ON_DUTY || 'admin@demo.example',
  }
  const isFilled = await hasDemoAccounts(db)
  if (!isFilled && !(await isEmpty(db)))
    throw new UnfitDatabase(
      'This database was not made by the demo, which would show its mails to everyone: start with DEMO=0, or name an empty database.',
    )
  const folder = resolve(config.DATA_DIR, 'erp-simulator')
  if (!isFilled) await fillDemo(db, config.ERP_URL ? null : folder)
  const origin = await startPartnerOf(db, closings)
  const paying = await startPaymentSimulators({ ...config, TRACE_ORIGINS: [...config.TRACE_ORIGINS, origin] }, closings)
  if (config.ERP_URL) return paying
  const simulator = await startSimulator(folder)
  closings.add(simulator.stop)
  return { ...paying, ...simulatedErp(simulator) }
}

/** Starts the system of the demo's customer that is sent trace data; its port changes with each start. */
const startPartnerOf = async (db: Db, closings: Closings): Promise<string> => {
  const { origin, stop } = await startPartner()
  closings.add(stop)
  await sql`update trace_partner set url = ${`${origin}/epcis`} where url like 'http://127.0.0.1:%'`.execute(db)
  return origin
}

const isEmpty = async (db: Db): Promise<boolean> => {
  for (const table of ['user_account', 'product'] as const)
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  return true
}
