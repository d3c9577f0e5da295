import type { Books, Invoice } from './books.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { objectId, uuidOf } from './nodes.ts'
import { header, text } from './reply.ts'
import type { Call, Reply } from './reply.ts'

const action = 'http://sap.com/xi/A1S/Global/QueryDocumentOutputRequestIn'

/** The document output service: first the printed documents of an invoice, then the PDF of one of them. */
export const answerOutput = (books: Books, call: Call): Reply => {
  if (call.method !== 'POST') return text(405, 'text/plain', 'Method not allowed')
  const wanted = header(call, 'soapaction').replaceAll('"', '')
  if (!/<(?:\w+:)?Envelope[\s>]/.test(call.body)) return fault('soap-env:Client', 'SOAP envelope is missing')
  switch (wanted) {
    case `${action}/FindByElementsRequest`:
      return findDocuments(books, call.body)
    case `${action}/ReadOutputPDFRequest`:
      return readDocument(books, call.body)
    default:
      return fault('soap-env:Client', `Operation ${wanted || '(no SOAPAction)'} is not known`)
  }
}

const findDocuments = (books: Books, body: string): Reply => {
  const wanted = element(body, 'LowerBoundaryUUID')
  const documents = issued(books).filter((invoice) => uuidOf(invoice.ObjectID) === wanted.toLowerCase())
  return envelope(
    'DocumentOutputRequestByElementsResponse_sync',
    documents
      .map(
        (invoice) => `<DocumentOutputRequestInformation><HostObjectUUID>${uuidOf(invoice.ObjectID)}</HostObjectUUID>
<DocumentUUID>${documentUuid(invoice)}</DocumentUUID>
<DocumentDetails><DocumentName>${documentName(invoice)}</DocumentName><OutputStatus>Successful</OutputStatus><OutputOn>${new Date(invoice.CreationDateTime).toISOString()}</OutputOn></DocumentDetails>
</DocumentOutputRequestInformation>`,
      )
      .join('\n') + log(documents.length > 0 ? '' : 'No documents found'),
  )
}

const readDocument = (books: Books, body: string): Reply => {
  const wanted = element(body, 'ReadByDocumentUUID')
  const invoice = issued(books).find((candidate) => documentUuid(candidate) === wanted.toLowerCase())
  if (!invoice) return envelope('DocumentOutputRequestPDFResponse_sync', log(`Document ${wanted} does not exist`))
  const pdf = invoicePdf(invoice, books.accounts.get(invoice.BuyerParty.PartyID)).toString('base64')
  return envelope(
    'DocumentOutputRequestPDFResponse_sync',
    `<DocumentOutputRequestPDF><OutputPDF mimeCode="application/pdf">${pdf}</OutputPDF><DocumentName>${documentName(invoice)}</DocumentName></DocumentOutputRequestPDF>${log('')}`,
  )
}

/** A document is printed when its invoice is released. */
const issued = (books: Books): Invoice[] =>
  [...books.invoices.values()].filter(({ ReleaseStatusCode }) => ReleaseStatusCode === '3')

const documentUuid = (invoice: Invoice) => uuidOf(objectId('document', invoice.ID))

const documentName = (invoice: Invoice) => `Invoice_${invoice.ID}.pdf`

const element = (body: string, name: string) =>
  new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>\\s*([^<]*?)\\s*</(?:\\w+:)?${name}>`).exec(body)?.[1] ?? ''

const log = (note: string) =>
  note
    ? `<Log><MaximumLogItemSeverityCode>${note.startsWith('No ') ? 1 : 3}</MaximumLogItemSeverityCode><Item><SeverityCode>${note.startsWith('No ') ? 1 : 3}</SeverityCode><Note>${escape(note)}</Note></Item></Log>`
    : '<Log/>'

const envelope = (name: string, content: string): Reply =>
  text(
    200,
    'text/xml',
    `<?xml version="1.0" encoding="utf-8"?><soap-env:Envelope xmlns:soap-env="http://schemas.xmlsoap.org/soap/envelope/"><soap-env:Header/><soap-env:Body><n0:${name} xmlns:n0="http://sap.com/xi/SAPGlobal20/Global">${content}</n0:${name}></soap-env:Body></soap-env:Envelope>`,
  )

const fault = (code: string, reason: string): Reply =>
  text(
    500,
    'text/xml',
    `<?xml version="1.0" encoding="utf-8"?><soap-env:Envelope xmlns:soap-env="http://schemas.xmlsoap.org/soap/envelope/"><soap-env:Body><soap-env:Fault><faultcode>${code}</faultcode><faultstring xml:lang="en">${escape(reason)}</faultstring><detail><n0:StandardFaultMessage xmlns:n0="http://sap.com/xi/SAPGlobal20/Global"><standard><faultText>${escape(reason)}</faultText></standard></n0:StandardFaultMessage></detail></soap-env:Fault></soap-env:Body></soap-env:Envelope>`,
  )

const escape = (value: string) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
