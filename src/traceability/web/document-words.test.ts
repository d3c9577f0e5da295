import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeliveryTrace } from '../deliveries/contract.ts'
import { isSaidOnce } from './document-words.ts'

type State = DeliveryTrace['state']

const lists: [whole: State, lines: State[], isOnce: boolean][] = [
  ['unknown', ['unknown', 'unknown'], true],
  ['unknown', ['unknown', 'unknown', 'notShipped'], true],
  ['notRequired', ['notRequired', 'notRequired'], true],
  ['unknown', ['unknown'], false],
  ['unknown', ['unknown', 'available'], false],
  ['notShipped', ['notRequired', 'notRequired', 'notShipped'], false],
  ['missing', ['missing', 'missing'], false],
  ['available', ['available', 'available'], false],
]
for (const [state, lines, isOnce] of lists)
  test(`${lines.join(', ')} is said ${isOnce ? 'once' : 'on each line'}`, () => {
    const trace = { state, lines: lines.map((one) => ({ state: one })) }
    assert.equal(isSaidOnce(trace, lines[0] ?? 'unknown'), isOnce)
  })
