import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compared, isWhole } from './compare-orders.ts'

const good: Compared = {
  tried: 9,
  acknowledged: 8,
  'sent more than once': 3,
  refused: 1,
  lost: 0,
  doubled: 0,
  'kept though refused': 0,
  'not in the ERP': 0,
  'twice in the ERP': 0,
  'cents apart': 0,
}

test('a run passes if orders were placed and none was lost, duplicated, left behind or changed', () => {
  assert.equal(isWhole(good), true)
  assert.equal(isWhole({ ...good, acknowledged: 0 }), false)
  for (const fault of ['lost', 'doubled', 'kept though refused', 'not in the ERP', 'twice in the ERP', 'cents apart'])
    assert.equal(isWhole({ ...good, [fault]: 1 }), false, fault)
})
