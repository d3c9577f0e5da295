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

test('a price list whose names stand in several columns is imported, and refused rows are told by their place', async () => {
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

test('a quote that is not closed stops the import with its line', async () => {
  const file = await fileOf('broken.csv', 'NDC,Name\n22222-2222-01,One\n22222-2222-02,"Two\n22222-2222-03,Three\n')
  await assert.rejects(importFile(db, { file, columns: [] }), /^Error: Line 3 has a quote that is not closed/)
  assert.equal((await names()).length, 2)
})

test('a file and a column that are not there are named', async () => {
  const file = await fileOf('plain.csv', 'NDC,Name\n33333-2222-01,One\n')
  await assert.rejects(
    importFile(db, { file, columns: ['name=Brand'] }),
    /The file has no column Brand. It has: NDC, Name/,
  )
  await assert.rejects(importFile(db, { file, columns: ['colour=Name'] }), /There is no field colour/)
})

test('words above the row of headers are passed over', async () => {
  const file = await fileOf('titled.csv', 'Company,Northern,Price,of May\nNDC,Name,Price\n44444-2222-01,Titled,2\n')
  assert.deepEqual(await importFile(db, { file, columns: [] }), { new: 1, changed: 0, unchanged: 0, refused: 0 })
})
