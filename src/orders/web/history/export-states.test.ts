import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onHoldByWholesaler } from '#catalog/order-quantity.ts'
import { adviceFor, exportStates } from './export-states.ts'

const license = 'The license has expired.'
const cases: [holdReason: string, isAdmin: boolean, advice: string][] = [
  [onHoldByWholesaler, false, 'We will ship it once this is resolved.'],
  [onHoldByWholesaler, true, 'Ending the case or recall releases the order.'],
  [license, true, exportStates.held.advice],
  [`${license} ${onHoldByWholesaler}`, true, exportStates.held.advice],
]
for (const [holdReason, isAdmin, advice] of cases)
  test(`${isAdmin ? 'an admin' : 'a buyer'} is advised about an order on hold: ${holdReason}`, () => {
    assert.equal(adviceFor(exportStates.held, { holdReason, isAdmin }), advice)
  })
