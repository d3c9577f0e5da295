import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { importFile } from './import-file.ts'

const { db } = await startTestPortal()
const folder = await mkdtemp(join(tmpdir(), 'apotheca-import-'))
after(() => rm(folder, { recursive: true }))

const fileOf = async (name: string, content: string) => {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

const names = async () =>
  (await db.selectFrom('product').select('name').orderBy('ndc_number').execute()).map(({ name }) => name)

test('a price list with names in several columns is imported, and refused rows are reported by line', async () => {
  const file = await fileOf(
    'list.csv',
    'NDC;Brand;Strength;Price\n11111-2222-01;Zestril;"10 mg; Tablet";4.5\n11111-2222-02;;;1\n11111-2222-03;Prinivil;5 mg;2\n',
  )
  const refused: number[] = []
  const columns = ['name=Brand+Strength']
  const counts = await importFile(db, { file, columns, onRefused: (row) => refused.push(row) })
  assert.deepEqual([counts.new, counts.refused, refused], [2, 1, [3]])
  assert.deepEqual(await names(), ['Zestril 10 mg; Tablet', 'Prinivil 5 mg'])
})

test('an unclosed quote stops the import and names its line', async () => {
  const file = await fileOf('broken.csv', 'NDC,Name\n22222-2222-01,One\n22222-2222-02,"Two\n22222-2222-03,Three\n')
  await assert.rejects(importFile(db, { file, columns: [] }), /^Error: Line 3 has an unclosed quote/)
  assert.equal((await names()).length, 2)
})

test('a missing file and a missing column are named', async () => {
  const file = await fileOf('plain.csv', 'NDC,Name\n33333-2222-01,One\n')
  await assert.rejects(
    importFile(db, { file, columns: ['name=Brand'] }),
    /The file has no column Brand. It has: NDC, Name/,
  )
  await assert.rejects(importFile(db, { file, columns: ['colour=Name'] }), /There is no field colour/)
})

test('the encoding is detected over the whole file, and lost letters are refused', async () => {
  const line = (at: number) => `55555-${1000 + at}-01,Plain ${at} 5 mg,2\n`
  const plain = `NDC,Name,Price\n${Array.from({ length: 40 }, (_, at) => line(at)).join('')}`
  const file = join(folder, 'old.csv')
  await writeFile(file, Buffer.from(`${plain}55555-9999-01,Cr\u00e8me 5 mg,2\n`, 'latin1'))
  assert.equal((await importFile(db, { file, columns: [] })).new, 41)
  assert.ok((await names()).includes('Crème 5 mg'))
  await writeFile(file, `${plain}55555-9998-01,Cr\ufffdme 5 mg,2\n`)
  await assert.rejects(importFile(db, { file, columns: [] }), /Some characters in this file are damaged/)
})

test('two columns for one field, and a file that changes most of what it touches, need an answer', async () => {
  const priced = await fileOf('priced.csv', 'NDC,Unit price,Sale price\n55555-1000-01,1,2\n')
  await assert.rejects(importFile(db, { file: priced, columns: [] }), /“Unit price” and “Sale price”.*price=COLUMN/)
  assert.equal((await importFile(db, { file: priced, columns: ['price=Sale price'] })).unchanged, 1)
  const dearer = await fileOf('dearer.csv', `NDC,Price\n${[1, 2, 3].map((at) => `55555-100${at}-01,5\n`).join('')}`)
  await assert.rejects(
    importFile(db, { file: dearer, columns: [] }),
    /3 of 3 prices change by more than half.*confirm 3/,
  )
  assert.equal((await importFile(db, { file: dearer, columns: [], confirm: 3 })).changed, 3)
  const slip = await fileOf('slip.csv', 'NDC,Price\n55555-1001-01,500\n')
  assert.equal((await importFile(db, { file: slip, columns: [] })).refused, 1)
  assert.equal((await importFile(db, { file: slip, columns: [], takesNoted: true })).changed, 1)
})

test('text above the header row is skipped', async () => {
  const file = await fileOf('titled.csv', 'Company,Northern,Price,of May\nNDC,Name,Price\n44444-2222-01,Titled,2\n')
  assert.deepEqual(await importFile(db, { file, columns: [] }), { new: 1, changed: 0, unchanged: 0, refused: 0 })
})
