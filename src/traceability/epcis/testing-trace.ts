import assert from 'node:assert/strict'
import { checkProfile } from './check-profile.ts'
import { readDocument } from './read-document.ts'
import { readMasterData } from './read-master-data.ts'
import { shipmentXml, type TestShipment } from './testing-documents.ts'
import { tracePackages } from './trace-packages.ts'

/** What a document ships, and what it lacks. */
export const traceXml = (xml: string) => {
  const reading = readDocument(xml)
  assert.ok('document' in reading, JSON.stringify(reading))
  const { document } = reading
  const traced = tracePackages(document)
  return { traced, findings: checkProfile({ document, traced, ...readMasterData(document) }) }
}

export const traceShipment = (shipment: TestShipment) => traceXml(shipmentXml(shipment))
