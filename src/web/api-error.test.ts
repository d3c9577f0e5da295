import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, failureOf, retryDelay, worthRetrying } from './api-error.ts'

const retried: [what: string, failures: number, error: Error, again: boolean][] = [
  ['a lost connection', 0, new ApiError(0, '', {}), true],
  ['a failing server', 2, new ApiError(503, '', {}), true],
  ['a failing server, the fourth time', 3, new ApiError(503, '', {}), false],
  ['a refusal', 0, new ApiError(404, '', {}), false],
  ['too many calls', 0, new ApiError(429, '', {}), false],
]
for (const [what, failures, error, again] of retried) {
  test(`${what} is ${again ? '' : 'not '}tried again`, () => assert.equal(worthRetrying(failures, error), again))
}

test('the delay doubles from one second to thirty', () =>
  assert.deepEqual([0, 1, 2, 3, 4, 5, 9].map(retryDelay), [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]))

const messages: [status: number, body: unknown, message: string][] = [
  [409, { message: 'Gone' }, 'Gone'],
  [502, null, 'The portal returned an error (502). Try again in a moment.'],
  [500, { message: { html: 1 } }, 'The portal returned an error (500). Try again in a moment.'],
  [500, 'text', 'The portal returned an error (500). Try again in a moment.'],
]
for (const [status, body, message] of messages) {
  test(`${status} says ${message}`, () => assert.equal(failureOf(status, body).message, message))
}
