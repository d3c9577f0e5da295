import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newClient, startSimulator } from './testing.ts'

const simulator = await startSimulator()
after(() => simulator.end('SIGTERM'))

const call = async (operation: string, content: string) => {
  const response = await fetch(`${simulator.url}/sap/bc/srt/scs/doc/querydocumentoutputreques`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('portal:simulator')}`,
      'content-type': 'text/xml',
      soapaction: `"http://sap.com/xi/A1S/Global/QueryDocumentOutputRequestIn/${operation}"`,
    },
    body: `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:glob="http://sap.com/xi/SAPGlobal20/Global"><soapenv:Body>${content}</soapenv:Body></soapenv:Envelope>`,
  })
  return { status: response.status, text: await response.text() }
}

const find = (uuid: string) =>
  call(
    'FindByElementsRequest',
    `<glob:DocumentOutputRequestByElementsQuery_sync><DocumentOutputRequestSelectionByElements><SelectionByHostObjectUUID><LowerBoundaryUUID>${uuid}</LowerBoundaryUUID></SelectionByHostObjectUUID></DocumentOutputRequestSelectionByElements></glob:DocumentOutputRequestByElementsQuery_sync>`,
  )

const uuidOf = async (invoice: string) => {
  const { rows } = await newClient(simulator.url).get('portalinvoice/CustomerInvoiceCollection', {
    $filter: `ID eq '${invoice}'`,
  })
  return (rows[0]?.['ObjectID'] ?? '').toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

test('a released invoice has one document, and the document is a whole PDF', async () => {
  const found = await find(await uuidOf('90001'))
  assert.equal(found.status, 200)
  const [, document = ''] = /<DocumentUUID>([^<]+)</.exec(found.text) ?? []
  const read = await call(
    'ReadOutputPDFRequest',
    `<glob:DocumentOutputRequestPdf_sync><DocumentOutputRequestPDFInformation><ReadByDocumentUUID>${document}</ReadByDocumentUUID></DocumentOutputRequestPDFInformation></glob:DocumentOutputRequestPdf_sync>`,
  )
  const [, encoded = ''] = /<OutputPDF mimeCode="application\/pdf">([^<]+)</.exec(read.text) ?? []
  const pdf = Buffer.from(encoded, 'base64').toString('latin1')
  assert.match(pdf, /^%PDF-1\.4\n/)
  assert.match(pdf, /%%EOF\n$/)
  assert.match(pdf, /\(Invoice 90001\)/)
  const [, table = '0'] = /startxref\n(\d+)/.exec(pdf) ?? []
  assert.ok(pdf.startsWith('xref', Number(table)))
  for (const [position, entry] of [...pdf.slice(Number(table)).matchAll(/(\d{10}) 00000 n/g)].entries()) {
    assert.ok(
      pdf.startsWith(`${position + 1} 0 obj`, Number(entry[1])),
      `object ${position + 1} is where the table says`,
    )
  }
})

test('an invoice that is not released has no document', async () => {
  const found = await find(await uuidOf('90003'))
  assert.equal(found.status, 200)
  assert.doesNotMatch(found.text, /DocumentUUID/)
})

test('an unknown operation is a SOAP fault', async () => {
  const answer = await call('SomethingElse', '<x/>')
  assert.equal(answer.status, 500)
  assert.match(answer.text, /<faultText>/)
})
