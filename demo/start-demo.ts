import { resolve } from 'node:path'
import { hashPassword } from '#accounts/hash-password.ts'
import { hasDemoAccounts } from '#accounts/remove-demo-accounts.ts'
import type { Config } from '#platform/config.ts'
import { UnfitDatabase } from '#platform/db/migrate.ts'
import type { Db } from '#platform/db/tables.ts'
import { demoBusinesses } from './businesses.ts'
import { makeHistory } from './history.ts'
import { demoProducts } from './products.ts'
import { startPaymentSimulators } from './run-payment-simulators.ts'
import { startSimulator } from './run-simulator.ts'
import { seedDemo } from './seed.ts'
import { writeErpBooks } from './write-erp-books.ts'

interface Closings {
  add(closing: () => Promise<void> | void): void
}

/** The password of every demo account; the accounts exist in the demo only. */
const demoPassword = 'apotheca-demo'

/**
 * Fills an empty database with the demonstration and starts the simulators of what is not set up, the ERP simulator and
 * the payment providers; returns the settings that lead to them. Both sides begin with the same year of orders and invoices.
 */
export const startDemo = async (config: Config, db: Db, closings: Closings): Promise<Config> => {
  const isFilled = await hasDemoAccounts(db)
  if (!isFilled && !(await isEmpty(db)))
    throw new UnfitDatabase(
      'This database was not made by the demo, which would show its mails to everyone: start with DEMO=0, or name an empty database.',
    )
  const folder = resolve(config.DATA_DIR, 'erp-simulator')
  if (!isFilled) {
    const products = demoProducts()
    const businesses = demoBusinesses()
    const history = makeHistory({ today: new Date(), products, businesses })
    if (!config.ERP_URL) await writeErpBooks(folder, { products, businesses, ...history })
    await seedDemo(db, { products, businesses, ...history, passwordHash: await hashPassword(demoPassword) })
  }
  const paying = await startPaymentSimulators(config, closings)
  if (config.ERP_URL) return paying
  const simulator = await startSimulator(folder)
  closings.add(simulator.stop)
  // The simulator knows list prices alone: orders at contract prices are invoiced at theirs.
  const prices = { ERP_PRICES: 'portal' } as const
  const credit = {
    ERP_FIELD_CREDIT_LIMIT: 'CreditLimitcontent_KUT',
    ERP_FIELD_CREDIT_LEFT: 'CreditLeftcontent_KUT',
    ERP_FIELD_CREDIT_CURRENCY: 'CreditLimitcurrencyCode_KUT',
  }
  const reached = { ERP_URL: simulator.url, ERP_USER: simulator.user, ERP_PASSWORD: simulator.password }
  return { ...paying, ...prices, ...credit, ...reached }
}

const isEmpty = async (db: Db): Promise<boolean> => {
  for (const table of ['user_account', 'product'] as const)
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false
  return true
}
