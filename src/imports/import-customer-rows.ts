import { type ImportChange, type ImportKind } from './import-kind.ts'
import { checkCustomers } from './check-customers.ts'
import { revertCustomers } from './revert-customers.ts'
import { lockCustomers, writeCustomers } from './write-customers.ts'

/** People and their businesses, matched by email address, with the columns of the edit form. No email is sent. */
export const customerKind: ImportKind = {
  firstCounts: false,
  duplicateMessage: (first, second) => `Rows ${first} and ${second} have the same email address. Delete one of them.`,
  action: 'customers imported',
  check: (db, rows) => checkCustomers(db, rows),
  write: async (tx, { rows, actorId }) => {
    // The first check finds what to lock; the second one runs under the locks.
    await lockCustomers(tx, await checkCustomers(tx, rows))
    const judged = await checkCustomers(tx, rows)
    const changes: ImportChange[] = await writeCustomers(tx, judged, actorId)
    return { judged, changes }
  },
  revert: revertCustomers,
}
