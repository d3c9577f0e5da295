import { hashPassword } from '../src/identity/hash-password.ts'
import type { Db } from '#platform/db/tables.ts'
import { demoBusinesses } from './businesses.ts'
import { makeHistory } from './history.ts'
import { demoProducts } from './products.ts'
import { seedDemo } from './seed.ts'
import { seedImports } from './seed-imports.ts'
import { writeErpBooks } from './write-erp-books.ts'

/** The password of every demo account. */
const demoPassword = 'apotheca-demo'

/**
 * Fills an empty, migrated database with the demo as of today and, if a folder is given, writes the simulator's files,
 * so that both sides start with the same two years of orders and invoices.
 */
export const fillDemo = async (db: Db, erpFolder: string | null): Promise<void> => {
  const products = demoProducts()
  const businesses = demoBusinesses()
  const history = makeHistory({ today: new Date(), products, businesses })
  if (erpFolder) await writeErpBooks(erpFolder, { products, businesses, ...history })
  await seedDemo(db, { products, businesses, ...history, passwordHash: await hashPassword(demoPassword) })
  await seedImports(db, { products, businesses })
}
