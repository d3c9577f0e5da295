import { Refusal } from '#platform/http/refusal.ts'
import { isGln } from '#shared/check-digit.ts'
import { checkProfile } from './check-profile.ts'
import { glnOf } from './read-identifier.ts'
import { readDocument } from './read-document.ts'
import { type MasterPlace, type MasterProduct, readMasterData } from './read-master-data.ts'
import type { TracedShipment } from './trace-contents.ts'
import { tracePackages } from './trace-packages.ts'
import type { TracedVoid } from './trace-voids.ts'

/** A document as it is stored, without its bytes. */
export interface DocumentSummary {
  format: 'XML' | 'JSON-LD'
  schemaVersion: string
  guideline: string
  sender: string
  receiver: string
  instanceId: string
  isAffirmed: boolean
  statement: string
  createdAt: string
  products: MasterProduct[]
  places: MasterPlace[]
  findings: string[]
  shipments: TracedShipment[]
  withdrawn: string[]
  absent: string[]
  voids: TracedVoid[]
}

declare module '#platform/work-threads.ts' {
  interface ThreadWork {
    epcis: { given: Buffer | Uint8Array; made: DocumentSummary }
  }
}

const maxShipments = 1000

/** Reads, traces and checks a document; 422 with the problems if it cannot be read. */
export const summarizeDocument = (content: Uint8Array): DocumentSummary => {
  const reading = readDocument(decode(content))
  if ('problems' in reading)
    throw new Refusal(422, `This file cannot be read as an EPCIS document. ${reading.problems.join(' ')}`, {
      problems: reading.problems,
    })
  const { document, format } = reading
  const traced = tracePackages(document)
  if (traced.shipments.length > maxShipments)
    throw new Refusal(422, `This document has more than ${maxShipments} shipping events. Send it in parts.`)
  const masterData = readMasterData(document)
  return {
    format,
    schemaVersion: document.schemaVersion,
    guideline: document.guidelineVersion ?? '',
    sender: partyGln(document.sender),
    receiver: partyGln(document.receiver),
    instanceId: document.instanceIdentifier ?? '',
    isAffirmed: document.transactionStatement?.isAffirmed ?? false,
    statement: document.transactionStatement?.notice ?? '',
    createdAt: document.creationDate,
    products: masterData.products,
    places: masterData.places,
    findings: checkProfile({ document, traced, ...masterData }),
    shipments: traced.shipments,
    withdrawn: traced.withdrawn,
    absent: traced.absent,
    voids: traced.voids,
  }
}

/** Some systems write the bare GLN instead of its URI. */
const partyGln = (text: string | undefined): string => (text && isGln(text) ? text : glnOf(text))

/** The XML declaration or a byte order mark may name UTF-16; everything else is UTF-8. */
const decode = (content: Uint8Array): string => {
  const [first, second] = content
  if ((first === 0x1f && second === 0x8b) || (first === 0x50 && second === 0x4b))
    throw new Refusal(422, 'This file is compressed. Unpack it and send the document itself.')
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    throw new Refusal(422, 'This file cannot be read as text. Send it in UTF-8.')
  }
}
