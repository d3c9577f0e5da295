import { type ImportChange, type ImportKind } from './import-kind.ts'
import { checkCustomers } from './check-customers.ts'
import { revertCustomers } from './revert-customers.ts'
import { lockCustomers, writeCustomers } from './write-customers.ts'

/** People and their businesses by the columns of the edit form, told apart by their addresses; nobody is written to. */
export const customerKind: ImportKind = {
  firstCounts: false,
  duplicateMessage: (first, second) => `Rows ${first} and ${second} have the same email address. Delete one of them.`,
  action: 'customers imported',
  check: (db, rows) => checkCustomers(db, rows),
  write: async (tx, { rows, actorId }) => {
    // Who they are is asked again once they stay what they are.
    await lockCustomers(tx, await checkCustomers(tx, rows))
    const judged = await checkCustomers(tx, rows)
    const changes: ImportChange[] = await writeCustomers(tx, judged, actorId)
    return { judged, changes }
  },
  revert: revertCustomers,
}
