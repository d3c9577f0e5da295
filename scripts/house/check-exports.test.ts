import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkExports, exportedTwice, maxExportedTwice, readExports } from './check-exports.ts'

it('reads what a file exports, a type and a value of one name once', () => {
  const text = `
import { a } from './a.ts'
export const Order = z.object({})
export type Order = z.infer<typeof Order>
export const placeOrder = async () => {
  const inner = 1
}
export async function* rows() {}
export interface Placed {}
export class NoOrder extends Error {}
export { b } from './b.ts'
const mine = 1`
  assert.deepEqual(readExports(text), ['Order', 'placeOrder', 'rows', 'Placed', 'NoOrder'])
})

it('a name exported by two files is reported with both', () => {
  const exports = new Map([
    ['a.ts', ['one', 'two']],
    ['b.ts', ['two', 'three']],
    ['c.ts', ['two', 'three']],
  ])
  assert.deepEqual(exportedTwice(exports), [
    { name: 'two', files: ['a.ts', 'b.ts', 'c.ts'] },
    { name: 'three', files: ['b.ts', 'c.ts'] },
  ])
  assert.deepEqual(checkExports(exports), [])
})

it('too many duplicate names are refused', () => {
  const names = Array.from({ length: maxExportedTwice + 1 }, (_, at) => `name${at}`)
  const [complaint = ''] = checkExports(
    new Map([
      ['a.ts', names],
      ['b.ts', names],
    ]),
  )
  assert.match(complaint, /^25 names are exported by several files, at most 24 may be/)
})

it('a retired word is refused', () => {
  assert.deepEqual(checkExports(new Map([['src/orders/a.ts', ['tellHolder', 'placeOrder']]])), [
    'src/orders/a.ts: tellHolder: "tell" is retired: write notify',
  ])
})
