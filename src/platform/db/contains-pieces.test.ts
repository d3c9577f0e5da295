import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { startTestPortal } from '#portal/testing.ts'
import { containsPieces } from './conditions.ts'

const { db } = await startTestPortal()

const numbers = ['1000777', '0001000777', '1007', 'AB-12', 'Ab-1277', '12345678901234567', '']

const cases: [text: string, found: string[]][] = [
  ['1000777', ['1000777', '0001000777']],
  ['0777', ['1000777', '0001000777']],
  ['000777', ['1000777', '0001000777']],
  ['0001000777', ['0001000777']],
  ['00010007771', []],
  ['777', ['1000777', '0001000777']],
  ['100', ['1000777', '0001000777', '1007']],
  ['10', ['1000777', '1007']],
  ['1', ['1000777', '1007', '12345678901234567']],
  ['7', []],
  ['ab-12', ['AB-12', 'Ab-1277']],
  ['AB-1277', ['Ab-1277']],
  ['567890123', ['12345678901234567']],
  ['12345678901234567', ['12345678901234567']],
  ['other', []],
  ['1_0', []],
]

for (const [text, found] of cases)
  it(`${text} finds ${found.length}`, async () => {
    const { rows } = await sql<{ number: string }>`
      select number from unnest(${numbers}::text[]) with ordinality listed (number, at)
      where ${containsPieces('number', text)} order by at`.execute(db)
    assert.deepEqual(
      rows.map(({ number }) => number),
      found,
    )
  })

const indexes: [table: string, column: string, index: string][] = [
  ['sales_order', 'erp_id', 'sales_order_number_pieces'],
  ['billed_account', 'number', 'billed_account_pieces'],
]

for (const [table, column, index] of indexes)
  it(`reads ${table} by ${index}`, async () => {
    const plan = await db.transaction().execute(async (tx) => {
      for (const way of ['seqscan', 'indexscan', 'indexonlyscan'])
        await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
      const { rows } = await sql<Record<string, string>>`
        explain select from ${sql.table(table)} where ${containsPieces(column, '1000777')}`.execute(tx)
      return rows.flatMap((row) => Object.values(row)).join('\n')
    })
    assert.match(plan, new RegExp(`Bitmap Index Scan on ${index}`))
  })
