import type * as z from 'zod/mini'
import type { Db } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import { type CsvColumns, csvOfRows } from '#platform/http/csv.ts'
import { notFound } from '#platform/http/refusal.ts'
import { addressFile } from '../list-addresses.ts'
import { notifiedRecipients } from '../queue-notices.ts'
import type { CaseDetail, StoppedReturn } from './case-shapes.ts'
import { suspectCases } from './contract.ts'
import { addCaseFile, readCaseFile } from './attach-file.ts'
import { caseById, pageOfCases } from './queries.ts'
import { addCaseNote, concludeCase, endCase, openCase, recipientsOf } from './save-case.ts'
import type { Splitting } from './reconcile-orders.ts'

/** The returns room is above this one. */
export interface SuspectPorts extends Splitting {
  stoppedReturns: (
    db: Db,
    stopped: { productId: string; lots: readonly string[] },
  ) => Promise<z.input<typeof StoppedReturn>[]>
}

export const suspectRoutes = (
  { serve, serveFile, db, config }: App,
  { stoppedReturns, ...splitting }: SuspectPorts,
): void => {
  serve(suspectCases.list, ({ query }) => pageOfCases(db, query.page))
  serve(suspectCases.byId, async ({ params }) => {
    const suspect = await caseById(db, params.id)
    const isActive = suspect.state === 'open' || suspect.state === 'illegitimate'
    const stopped = isActive ? await stoppedReturns(db, { productId: suspect.product._id, lots: suspect.lots }) : []
    return { ...suspect, stoppedReturns: stopped }
  })
  serve(suspectCases.open, async (call) => ({ message: 'Case opened', _id: await openCase(db, splitting, call) }))
  serve(suspectCases.addNote, (call) => addCaseNote(db, call))
  serve(suspectCases.addFile, async (call, reply) => ({
    message: 'File added',
    _id: await addCaseFile(db, call, reply.request),
  }))
  serveFile(suspectCases.file, (call) => readCaseFile(db, call))
  serve(suspectCases.conclude, (call) => concludeCase(db, splitting, call))
  serve(suspectCases.end, (call) => endCase(db, splitting, call))

  serveFile(suspectCases.facts, async ({ params }) => {
    const suspect = await caseById(db, params.id)
    return csvOfRows(`form-3911-${params.id}.csv`, factColumns, Object.entries(formFacts(suspect, config)))
  })

  serveFile(suspectCases.recipients, async ({ params: { id } }) => {
    const suspect = await db.selectFrom('suspect_case').selectAll().where('id', '=', id).executeTakeFirst()
    if (!suspect) throw notFound('Case')
    const notified = await notifiedRecipients(db, { recallId: null, caseId: id, turn: 'illegitimate' })
    return addressFile(db, `recipients-${id}.csv`, notified.length > 0 ? notified : await recipientsOf(db, suspect))
  })
}

const factColumns: CsvColumns<[label: string, value: string]> = {
  Field: ([label]) => label,
  Value: ([, value]) => value,
}

type Suspect = Awaited<ReturnType<typeof caseById>>

/** What the portal knows for FDA Form 3911; blank where a person has to fill it in. */
const formFacts = (suspect: Suspect, { BRAND_NAME, CONTACT_EMAIL, CONTACT_PHONE }: App['config']) => ({
  'Type of report': suspect.state === 'ended' ? 'Request for termination' : 'Initial notification',
  'FDA incident number': suspect.fdaReference,
  'Date of determination': isoOf(suspect.concludedAt),
  'Classification of notification': '',
  'Name of product as it appears on the label': suspect.product.name,
  'Primary ingredients': '',
  'National Drug Code (NDC)': suspect.product.ndcNumber,
  'DEA schedule': suspect.product.deaSchedule,
  Storage: suspect.product.coldStatus,
  'Lot numbers': suspect.lots.join(', '),
  'Serial numbers': suspect.serials.join(', '),
  'Manufacturer as on the label': suspect.product.manufacturer,
  'Date of first suspicion': isoOf(suspect.openedAt),
  'Description of event': suspect.reason,
  Determination: suspect.conclusion,
  'Sample retained': suspect.sample,
  'Quantity affected': '',
  Company: BRAND_NAME,
  'Company category': 'Wholesale distributor',
  'Contact email': CONTACT_EMAIL,
  'Contact phone': CONTACT_PHONE,
})

const isoOf = (moment: CaseDetail['concludedAt'] | Date): string => (moment ? new Date(moment).toISOString() : '')
