import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { startTestPortal, type TestPortal } from '#portal/testing.ts'

let logged: Record<string, unknown>[] = []

beforeEach(() => {
  logged = []
  mock.method(process.stderr, 'write', (line: string) => {
    const said = JSON.parse(line) as Record<string, unknown>
    if ('violation' in said) logged.push(said)
    return true
  })
})
afterEach(() => mock.restoreAll())

const open = (environment = {}) => startTestPortal({ environment: { LOG_LEVEL: 'warn', ...environment } })

const report = (to: TestPortal, payload: unknown, { type = 'application/reports+json', from = '10.0.0.1' } = {}) =>
  to.send({
    method: 'POST',
    url: '/api/policy-reports',
    remoteAddress: from,
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

const told = {
  effectiveDirective: 'script-src-elem',
  blockedURL: 'https://evil.example/x.js?user=ann@acme.example',
  documentURL: 'https://portal.example/setnewpass?email=ann@acme.example&key=secret-key',
  sourceFile: 'https://portal.example/api/users/UserByEmail/ann@acme.example',
  lineNumber: 7,
  sample: 'secret-key',
}

describe('a report of a policy violation', () => {
  it('is one log line with the place, without people, keys or queries', async () => {
    const portal = await open()
    const old = {
      'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'inline', 'document-uri': told.documentURL },
    }
    assert.equal((await report(portal, [{ type: 'csp-violation', body: told }])).status, 204)
    assert.equal((await report(portal, old, { type: 'application/csp-report' })).status, 204)
    assert.deepEqual(
      logged.map(({ violation }) => violation),
      [
        {
          directive: 'script-src-elem',
          blocked: 'evil.example/x.js',
          page: 'portal.example/setnewpass',
          source: 'portal.example/api/users/UserByEmail/<email>',
          line: 7,
        },
        { directive: 'img-src', blocked: 'inline', page: 'portal.example/setnewpass', source: '', line: null },
      ],
    )
    assert.doesNotMatch(JSON.stringify(logged), /secret-key|acme/)
  })

  it('is dropped if a browser extension caused it', async () => {
    const portal = await open()
    await report(portal, [{ body: { ...told, sourceFile: 'moz-extension://id/a.js' } }])
    await report(portal, [{ body: { ...told, blockedURL: 'chrome-extension://id/a.js' } }])
    assert.deepEqual(logged, [])
  })

  it('is refused if malformed or too long', async () => {
    const portal = await open()
    for (const [payload, type, status] of [
      ['not json', 'application/reports+json', 400],
      [{ hello: 1 }, 'application/json', 400],
      [[{ body: 'text' }], 'application/reports+json', 400],
      ['{"__proto__":{}}', 'application/csp-report', 400],
      ['<x/>', 'text/xml', 415],
      [[{ body: { ...told, sample: 'x'.repeat(20_000) } }], 'application/reports+json', 413],
    ] as const)
      assert.equal((await report(portal, payload, { type })).status, status)
    assert.deepEqual(logged, [])
  })

  it('cannot fill the log, from one network or from many', async () => {
    const portal = await open({ RATE_LIMITS: '1' })
    const many = Array.from({ length: 50 }, () => ({ body: told }))
    const statuses: number[] = []
    for (let sent = 0; sent < 11; sent++) statuses.push((await report(portal, many)).status)
    assert.deepEqual([statuses.indexOf(429), statuses.filter((status) => status === 204).length], [10, 10])
    assert.equal(logged.length, 100)
    assert.equal((await report(portal, many, { from: '10.0.0.2' })).status, 204)
    assert.equal(logged.length, 100)
  })
})
