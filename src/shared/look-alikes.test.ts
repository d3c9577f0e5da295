import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookAlikesOf, tallManOf } from './look-alikes.ts'

const raised: [word: string, shown: string | null][] = [
  ['Hydralazine', 'hydrALAZINE'],
  ['HYDROXYZINE', 'hydrOXYzine'],
  ['clonidine', 'cloNIDine'],
  ['Vincristine', 'vinCRIStine'],
  ['Prednisolone', 'prednisoLONE'],
  ['Humalog', 'HumaLOG'],
  ['Lisinopril', null],
  ['Prednis', null],
]
for (const [word, shown] of raised)
  test(`${word} is shown as ${String(shown)}`, () => assert.equal(tallManOf(word), shown))

test('a name has the other names of its groups as look-alikes', () => {
  assert.deepEqual(lookAlikesOf('nifedipine'), ['nicardipine', 'nimodipine'])
  assert.deepEqual(lookAlikesOf('lisinopril'), [])
})
