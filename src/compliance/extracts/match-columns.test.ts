import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractFields, matchColumns } from './match-columns.ts'

const cases: [headers: string[], columns: string][] = [
  [
    ['License Number', 'Name', 'Address', 'City', 'Zip', 'Status', 'Expiration Date'],
    'number name address city zip status expiresOn',
  ],
  [['LIC_NO', 'DBA Name', 'LIC_STATUS', 'EXP DATE'], 'number name - - - status expiresOn'],
  [['Permit #', 'Facility Name', 'Street Address', 'Expires'], 'number name address - - - expiresOn'],
  [['Board', 'County'], '- - - - - - -'],
]

describe('the columns of an extract', () => {
  for (const [headers, expected] of cases)
    it(headers.join(', '), () => {
      const { columns } = matchColumns([headers])
      assert.equal(extractFields.map((field) => (columns[field] < 0 ? '-' : field)).join(' '), expected)
    })

  it('are below the title of the list', () => {
    const rows = [
      ['Board of Pharmacy'],
      ['As of 11/01/2026'],
      ['License No', 'Licensee', 'Status'],
      ['1', 'A', 'Active'],
    ]
    const { headerRow, columns } = matchColumns(rows)
    assert.deepEqual([headerRow, columns.number, columns.name, columns.status], [2, 0, 1, 2])
  })

  it('of an empty file are unknown', () => assert.equal(matchColumns([]).columns.number, -1))
})
