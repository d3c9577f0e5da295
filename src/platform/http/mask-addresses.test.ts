import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskAddresses, maskError, maskText } from './mask-addresses.ts'

const cases: [url: string, path: string][] = [
  ['/', '/'],
  ['/api/products/search?query=ann@acme.example', '/api/products/search'],
  ['/api/users/UserByEmail/ann@acme.example', '/api/users/UserByEmail/<email>'],
  ['/api/users/UserByEmail/ann%40acme.example/x', '/api/users/UserByEmail/<email>/x'],
  ['/a/{"email":"ann%40acme.example"}/b@c', '/a/<filter>/<email>'],
  ['/a/%7B%22email%22:%22ann\\u0040acme.example%22%7D/csv', '/a/<filter>/csv'],
  ['/a/%7b%22name%22:%22Ann%20Lee%22%7d', '/a/<filter>'],
  ['/a/ann%2540acme.example', '/a/<email>'],
  ['', ''],
]

for (const [url, path] of cases) test(`"${url}" is logged as "${path}"`, () => assert.equal(maskAddresses(url), path))

test('errors are logged without the email addresses that a mail server or the database put into them', () => {
  const error = Object.assign(new Error('550 5.1.1 <ann@acme.example>: no such user, (bob@acme.example) either'), {
    code: 'EENVELOPE',
    rejected: ['ann@acme.example'],
    detail: 'Key (email)=(ann@acme.example) exists.',
  })
  const logged = maskError(error)
  assert.doesNotMatch(JSON.stringify(logged), /acme/)
  assert.deepEqual([logged.type, logged.code], ['Error', 'EENVELOPE'])
  assert.equal(logged.message, '550 5.1.1 <<email>>: no such user, (<email>) either')
  assert.match(logged.stack, /mask-addresses\.test\.ts:\d+/)
})

const texts = [
  ['no route to smtps://portal:pass@mail.acme.example/ today', 'no route to <email> today'],
  ['550 mailto:ann@acme.example/x', '550 <email>'],
  ['/o=acme/cn=ann@acme.example', '/o=acme/cn=<email>'],
  ["Cannot find package '@aws-sdk/client-s3'", "Cannot find package '@aws-sdk/client-s3'"],
  ['at file:///srv/node_modules/@fastify/etag/index.js:1:2', 'at file:///srv/node_modules/@fastify/etag/index.js:1:2'],
] as const

for (const [text, logged] of texts)
  test(`email addresses are masked, package names are not: ${text}`, () => assert.equal(maskText(text), logged))

test('other thrown values are logged by their message or their field names', () => {
  assert.deepEqual(
    maskError({ name: 'StripeError', message: 'No key of ann@acme.example', code: 'auth', key: 'sk_1' }),
    {
      type: 'StripeError',
      message: 'No key of <email>',
      stack: '',
      code: 'auth',
    },
  )
  assert.equal(maskError({ error: 'invalid_grant', secret: 'x' }).message, 'an object with error, secret')
  assert.equal(maskError('gone').message, 'gone')
  assert.equal(maskError(undefined).message, 'undefined')
})

test('a path of a million letters is masked in one pass', () => {
  const long = `/${'a'.repeat(1_000_000)}`
  assert.equal(maskAddresses(long), long)
})
