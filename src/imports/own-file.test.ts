import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read, utils } from '@e965/xlsx'
import { demoProducts } from '../../demo/products.ts'
import { addProducts } from '#catalog/add-products.ts'
import { contractPrices } from '#pricing/contract.ts'
import { startTestPortal } from '#portal/testing.ts'
import { decodeText } from '#shared/decode-text.ts'
import { readCsv } from '#shared/read-csv.ts'
import type { ImportOf } from './import-fields.ts'
import { findImportColumns } from './match-columns.ts'
import { importing } from './testing-imports.ts'

type Cell = string | number | boolean | null

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const ann = await portal.addUser({ company_name: '=Acme', account_number: '7001' })
const { sendUp } = importing(portal, admin)

/** Names that a spreadsheet would read as a formula, or that a parser would normalize. */
const odd = [
  '=1+1 Saline',
  '-Dashed 5 mg',
  '+Plus 5 mg',
  '@At 5 mg',
  "'=Quoted 5 mg",
  "'Quoted 5 mg",
  'Two  blanks 5 mg',
  '"Inch" 5 mg, 2;3',
]

const products = demoProducts()
await addProducts(
  portal.db,
  products.map((one, at) => ({
    name: odd[at] ?? one.name,
    ndc_number: one.ndcNumber,
    is_item_number: one.dummyNDC,
    manufacturer: at % 97 === 0 ? `- ${one.manufacturer}` : one.manufacturer,
    category: one.category,
    description: one.description,
    unit_of_measure: one.unitOfMeasure,
    cold_status: one.coldStatus,
    // Known, known to be none, and unknown.
    dea_schedule: at % 3 === 0 ? 'CIV' : '',
    schedule_source: at % 3 === 2 ? '' : 'Label',
    price: one.price,
    count_in_stock: one.isNonStocked ? 0 : one.countInStock,
    is_non_stocked: one.isNonStocked,
    is_published: one.isPublished,
  })),
)

const rowsOf = (name: string, content: Buffer): Cell[][] => {
  if (name.endsWith('csv'))
    return [
      ...readCsv(
        decodeText(content, (sentence) => new Error(sentence)),
        (sentence) => new Error(sentence),
      ),
    ].flatMap(({ rows }) => rows)
  const book = read(content)
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? utils.sheet_to_json<Cell[]>(sheet, { header: 1, defval: null }) : []
}

/** Previews an import of the exported file, with the columns that the page finds. */
const sendBack = async (url: string, of: ImportOf, more: { userId?: string; productId?: string } = {}) => {
  const { raw } = await portal.send({ url, as: admin })
  assert.equal(raw.statusCode, 200)
  const [headers = [], ...rows] = rowsOf(url.includes('csv') ? 'a.csv' : url, raw.rawPayload)
  const { fields, questions } = findImportColumns(headers.map(String), of, {
    samples: rows.slice(0, 29).map((row) => row.map((cell) => String(cell ?? ''))),
  })
  assert.deepEqual(questions, [])
  const columns = fields.flatMap((field, at) => (field ? [{ field, at }] : []))
  const { counts } = await sendUp(
    columns.map(({ field }) => field),
    rows.map((row) => columns.map(({ at }) => row[at] ?? null)),
    { kind: of, ...more },
  )
  return counts
}

const nothing = { new: 0, changed: 0, refused: 0, noted: 0, partial: 0 }

for (const format of ['csv', 'xlsx'])
  test(`the list of all products exported as ${format} imports without a change`, async () => {
    const counts = await sendBack(`/api/products/maintenance/file?format=${format}`, 'products')
    assert.deepEqual(counts, { ...nothing, unchanged: products.length })
  })

test('exported contract prices import without a change', async () => {
  const { rows } = await portal.owner.query<{ id: string }>(
    `select id from product where ndc_number like 'SUP-%' or price > 400 order by ndc_number desc limit 30`,
  )
  for (const { id } of rows)
    await portal.call(contractPrices.setCustomerPrice, {
      params: { id: ann._id },
      body: { productId: id, list: 'general', price: 12.5 },
      as: admin,
    })
  const ofCustomer = await sendBack(`/api/users/${ann._id}/prices.csv`, 'prices', { userId: ann._id })
  assert.deepEqual(ofCustomer, { ...nothing, unchanged: rows.length })
  const [{ id: productId } = { id: '' }] = rows
  const ofProduct = await sendBack(`/api/products/${productId}/prices.csv`, 'prices', { productId })
  assert.deepEqual(ofProduct, { ...nothing, unchanged: 1 })
})
