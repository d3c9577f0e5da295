import type { MasterPlace, MasterProduct } from './epcis/read-master-data.ts'

/** Overrides for columns whose type the database cannot express. */
export interface TraceabilityColumns {
  'trace_document.products': MasterProduct[]
  'trace_document.places': MasterPlace[]
  'trace_document.findings': string[]
}
