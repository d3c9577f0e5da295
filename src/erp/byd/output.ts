import { XMLParser } from 'fast-xml-parser'
import { ErpError, type Pdf } from '../gateway/erp.ts'
import { childrenOf, field, textIn } from './odata.ts'
import type { ErpSession } from './session.ts'

/** SAP truncates this name. */
export const outputFolder = 'sap/bc/srt/scs/doc/querydocumentoutputreques'

const actions = 'http://sap.com/xi/A1S/Global/QueryDocumentOutputRequestIn'
const largestPdf = 20 * 1024 * 1024

/** The newest printed document of an invoice; null if none was printed yet. */
export const readInvoicePdf = async (
  output: ErpSession,
  uuid: string,
  signal: AbortSignal | undefined,
): Promise<Pdf | null> => {
  const found = await ask(output, 'FindByElements', findDocuments(uuid), signal)
  const document = newest(childrenOf(field(found, 'DocumentOutputRequestInformation')))
  if (!document) return null
  const read = await ask(output, 'ReadOutputPDF', readDocument(document), signal)
  const answer = field(read, 'DocumentOutputRequestPDF')
  const encoded = field(answer, 'OutputPDF')
  const content = Buffer.from(typeof encoded === 'string' ? encoded : '', 'base64')
  if (content.length === 0) return null
  if (content.length > largestPdf || content.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new ErpError('not-sent', 'The ERP sent something other than a PDF document.')
  return { name: textIn(answer, 'DocumentName', 120), content }
}

const newest = (documents: readonly unknown[]): string | null => {
  const [latest] = documents
    .map((document) => ({
      uuid: textIn(document, 'DocumentUUID', 40),
      at: textIn(field(document, 'DocumentDetails'), 'OutputOn', 40),
    }))
    .filter(({ uuid }) => /^[0-9a-f-]{32,36}$/i.test(uuid))
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
  return latest?.uuid ?? null
}

const ask = async (
  output: ErpSession,
  operation: string,
  content: string,
  signal: AbortSignal | undefined,
): Promise<unknown> => {
  const text = await output.askInXml({ action: `${actions}/${operation}Request`, body: envelope(content) }, signal)
  return answerOf(text)
}

const envelope = (content: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:glob="http://sap.com/xi/SAPGlobal20/Global"><soapenv:Header/><soapenv:Body>${content}</soapenv:Body></soapenv:Envelope>`

const findDocuments = (uuid: string) =>
  `<glob:DocumentOutputRequestByElementsQuery_sync><DocumentOutputRequestSelectionByElements><SelectionByHostObjectUUID><InclusionExclusionCode>I</InclusionExclusionCode><IntervalBoundaryTypeCode>1</IntervalBoundaryTypeCode><LowerBoundaryUUID>${uuid}</LowerBoundaryUUID></SelectionByHostObjectUUID></DocumentOutputRequestSelectionByElements><ProcessingConditions><QueryHitsUnlimitedIndicator>true</QueryHitsUnlimitedIndicator></ProcessingConditions></glob:DocumentOutputRequestByElementsQuery_sync>`

const readDocument = (uuid: string) =>
  `<glob:DocumentOutputRequestPdf_sync><DocumentOutputRequestPDFInformation><ReadByDocumentUUID>${uuid}</ReadByDocumentUUID></DocumentOutputRequestPDFInformation></glob:DocumentOutputRequestPdf_sync>`

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: false,
})

const answerOf = (text: string): unknown => {
  const body = field(field(parsed(text), 'Envelope'), 'Body')
  if (typeof body !== 'object' || body === null)
    throw new ErpError('not-sent', 'The ERP’s document service sent an unreadable answer.')
  return Object.values(body)[0]
}

const parsed = (text: string): unknown => {
  try {
    return parser.parse(text) as unknown
  } catch (cause) {
    throw new ErpError('not-sent', 'The ERP’s document service sent an unreadable answer.', { cause })
  }
}
