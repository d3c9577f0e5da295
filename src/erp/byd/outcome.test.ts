import assert from 'node:assert/strict'
import { test } from 'node:test'
import { erpFailureOf, type Headers, isTokenRefusal } from './outcome.ts'

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }
const errorBody = (value: string) => JSON.stringify({ error: { code: '', message: { lang: 'en', value } } })

const cases: [
  name: string,
  status: number,
  headers: Headers,
  text: string,
  write: string | null,
  read: string | null,
][] = [
  ['a created order', 201, json, '{"d":{"results":{}}}', null, null],
  ['an empty answer', 204, {}, '', null, null],
  ['a logon page', 200, html, '<html>', 'unknown', 'not-sent'],
  ['half an answer', 200, json, '{"d":', 'unknown', 'not-sent'],
  ['an error that says OK', 200, json, errorBody('No'), 'rejected', 'rejected'],
  ['a redirection', 302, { location: 'https://elsewhere.example' }, '', 'unknown', 'not-sent'],
  ['a wrong password', 401, html, '<html>', 'not-sent', 'not-sent'],
  ['a missing right', 403, json, errorBody('No'), 'not-sent', 'not-sent'],
  ['a missing right by another status', 400, json, errorBody('RBAM_ERROR: Not Authorized'), 'not-sent', 'not-sent'],
  ['a missing service', 404, json, errorBody('No'), 'not-sent', 'not-sent'],
  ['too many requests', 429, html, '', 'not-sent', 'not-sent'],
  ['bad content', 400, json, errorBody('Account 1 does not exist'), 'rejected', 'rejected'],
  ['a contradiction', 409, json, errorBody('No'), 'rejected', 'rejected'],
  ['a failed condition', 412, json, '', 'rejected', 'rejected'],
  ['unprocessable content', 422, json, errorBody('No'), 'rejected', 'rejected'],
  ['a locked record', 423, json, errorBody('Customer 7 is locked by user SMITH'), 'not-sent', 'not-sent'],
  ['a crash', 500, json, errorBody('Dump'), 'unknown', 'not-sent'],
  ['maintenance', 503, html, '<html>', 'unknown', 'not-sent'],
  ['a gateway that gave up', 504, html, '', 'unknown', 'not-sent'],
]

for (const [name, status, headers, text, write, read] of cases)
  test(`${name} is ${write ?? 'good'} for a change and ${read ?? 'good'} for a read`, () => {
    assert.equal(erpFailureOf({ status, headers, text }, true)?.error.outcome ?? null, write)
    assert.equal(erpFailureOf({ status, headers, text }, false)?.error.outcome ?? null, read)
  })

test('a lock delays one order, a missing permission needs an operator', () => {
  assert.equal(
    erpFailureOf({ status: 423, headers: json, text: errorBody('X is locked by user Y') }, true)?.error.onlyThisOrder,
    true,
  )
  assert.equal(erpFailureOf({ status: 401, headers: html, text: '' }, true)?.error.needsOperator, true)
})

test('the message comes from the body and the header, once, and never from a page', () => {
  const header = JSON.stringify({
    code: 'X',
    message: 'Not valid',
    severity: 'error',
    details: [{ code: 'Y', message: 'Line 10:\n no stock' }],
  })
  const failed = (headers: Headers, text: string) => erpFailureOf({ status: 400, headers, text }, true)?.error.message
  assert.equal(failed({ ...json, 'sap-message': header }, errorBody('Not valid')), 'Not valid — Line 10: no stock')
  assert.equal(failed({ ...json, 'sap-message': header }, ''), 'Not valid — Line 10: no stock')
  assert.equal(failed(html, '<script>alert(1)</script>'), 'The ERP declined without giving a reason (400).')
  assert.equal(failed(json, errorBody('x'.repeat(2_000)))?.length, 500)
})

test('Retry-After is read in seconds and as a date', () => {
  const wait = (value: string) =>
    erpFailureOf({ status: 429, headers: { 'retry-after': value }, text: '' }, true)?.error.retryAfterSeconds
  assert.equal(wait('120'), 120)
  assert.equal(wait('soon'), null)
  const inAMinute = wait(new Date(Date.now() + 60_000).toUTCString())
  assert.ok(inAMinute !== null && inAMinute !== undefined && inAMinute > 55 && inAMinute <= 60)
})

test('an expired token differs from a missing permission', () => {
  const refusal = (headers: Headers, text: string, status = 403) => isTokenRefusal({ status, headers, text })
  assert.ok(refusal({ 'content-type': 'text/plain' }, 'CSRF token validation failed'))
  assert.ok(refusal({ 'x-csrf-token': 'Required' }, ''))
  assert.ok(!refusal(json, errorBody('RBAM_ERROR')))
  assert.ok(!refusal({ 'x-csrf-token': 'Required' }, '', 401))
})
