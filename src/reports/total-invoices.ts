import type * as z from 'zod/mini'
import { currentDay, firstOfLastYear, lastYearOf, erpReadVersion } from '#billing/invoices/total-last-year.ts'
import { agesOf, currenciesOf, openOf, addAmounts } from '#billing/invoices/total-invoices.ts'
import type { ValueCache } from '#platform/cache-values.ts'
import type { Db } from '#platform/db/tables.ts'
import type { InvoiceOverviews } from './contract.ts'

type Overviews = z.input<typeof InvoiceOverviews>

const ageLabels = [
  'Not yet due',
  '1 to 30 days overdue',
  '31 to 60 days overdue',
  '61 to 90 days overdue',
  'More than 90 days overdue',
]

/** Invoices of the last twelve months: paid, and without information. Pending amounts include older ones. */
export const invoiceOverviews = async (db: Db, memory: ValueCache<Overviews>): Promise<Overviews> => {
  const version = await erpReadVersion(db)
  return memory.get('all', version, async () => ({ version, value: await sumInvoices(db) }))
}

const sumInvoices = async (db: Db): Promise<Overviews> => {
  const [billed, pending, day] = await Promise.all([lastYearOf(db, null), openOf(db, null), currentDay(db)])
  const dates = billed.flatMap(({ as_of }) => (as_of ? [as_of] : []))
  return {
    asOf: dates.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
    currencies: currenciesOf(billed, pending).map((currency) => {
      const ages = agesOf(ageLabels, pending, { currency, day })
      const year = billed.find((one) => one.currency === currency)
      return {
        currency,
        invoices: year?.invoices ?? 0,
        invoiced: year?.invoiced ?? 0,
        received: year?.paid ?? 0,
        unknown: year?.unknown_amount ?? 0,
        pending: addAmounts(ages.map(({ amount }) => amount)),
        ages,
        since: firstOfLastYear(day),
      }
    }),
  }
}
