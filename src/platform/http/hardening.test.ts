import assert from 'node:assert/strict'
import { connect as openSocket, type AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'

const portal = await startTestPortal({ environment: { CONTACT_PHONE: `"><script>alert(1)</script>` } })
await portal.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = portal.http.server.address() as AddressInfo
/** Each test calls it from a different address. */
const limited = await startTestPortal({ environment: { RATE_LIMITS: '0.02' } })

describe('every answer', () => {
  it('has the security headers', async () => {
    for (const url of ['/', '/api/products/search', '/nowhere', '/api/nowhere']) {
      const { raw } = await portal.send({ method: 'GET', url })
      assert.equal(raw.headers['x-content-type-options'], 'nosniff', url)
      assert.equal(raw.headers['referrer-policy'], 'no-referrer', url)
      assert.match(String(raw.headers['content-security-policy']), /default-src 'none'/, url)
      assert.match(String(raw.headers['content-security-policy']), /frame-ancestors/, url)
    }
  })

  it('has them for unreadable addresses as well, which count toward limits', async () => {
    const endless = 'a'.repeat(12_500)
    for (const url of ['/%ff', '/api/%ff', '/api/products/%c0%af', '/%', `/${endless}`, `/api/products/${endless}`])
      for (const method of ['GET', 'POST', 'DELETE'] as const) {
        const { status, raw } = await portal.send({ method, url })
        assert.deepEqual(
          [status, raw.json().message],
          [400, 'This address cannot be read.'],
          `${method} ${url.slice(0, 40)}`,
        )
        assert.equal(raw.headers['x-content-type-options'], 'nosniff')
        assert.match(String(raw.headers['content-security-policy']), /default-src 'none'/)
      }
    const statuses: number[] = []
    for (let asked = 0; asked < 25; asked++)
      statuses.push((await limited.send({ method: 'GET', url: '/%ff', remoteAddress: '10.1.1.7' })).status)
    assert.deepEqual([statuses.lastIndexOf(400), statuses.indexOf(429)], [23, 24])
  })

  it('has them for malformed requests', async () => {
    for (const [request, status] of [
      ['NONSENSE\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: portal\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = await answerTo(request)
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.match(answer, /^x-content-type-options: nosniff\r$/m)
      assert.match(answer, /^content-security-policy: default-src 'none'/m)
    }
  })

  it('refuses a body other than JSON, which other sites could send without a preflight', async () => {
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', '']) {
      const { status } = await portal.send({
        method: 'POST',
        url: '/api/users/signin',
        headers: type ? { 'content-type': type } : {},
        payload: Buffer.from('{"email":"a@b.example","password":"x"}'),
      })
      assert.equal(status, 415, type)
    }
  })

  it('of the API is never cached', async () => {
    const { raw } = await portal.send({ method: 'GET', url: '/api/products/search' })
    assert.match(String(raw.headers['cache-control']), /no-store|no-cache/)
  })
})

describe('the page', () => {
  const page = async () => (await portal.send({ method: 'GET', url: '/', headers: { accept: 'text/html' } })).raw

  it('allows only scripts with the nonce of this response', async () => {
    const [one, other] = [await page(), await page()]
    const nonceOf = (answer: typeof one) =>
      /script-src 'self' 'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1]
    assert.ok(nonceOf(one))
    assert.notEqual(nonceOf(one), nonceOf(other))
    assert.ok(!one.body.includes('CSP_NONCE'))
    assert.ok(one.body.includes(`nonce="${nonceOf(one)}"`))
  })

  it('blocks strings as HTML or script, isolates its window and names a report address', async () => {
    const { headers } = await page()
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /; require-trusted-types-for 'script'; trusted-types default; /)
    assert.match(policy, /; report-uri \/api\/policy-reports$/)
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
    assert.match(String(headers['permissions-policy']), /^camera=\(self\), .*microphone=\(\), .*payment=\(\)/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  })

  it('requires TLS and uses the Reporting API when the portal has TLS', async () => {
    const secure = await startTestPortal({ environment: { PUBLIC_URL: 'https://orders.example' } })
    const { headers } = (await secure.send({ method: 'GET', url: '/', headers: { accept: 'text/html' } })).raw
    assert.match(String(headers['content-security-policy']), /; report-to policy; upgrade-insecure-requests$/)
    assert.equal(headers['reporting-endpoints'], 'policy="/api/policy-reports"')
    for (const url of ['/', '/api/products/search', '/nowhere', '/api/nowhere'])
      assert.match(
        String((await secure.send({ method: 'GET', url })).raw.headers['strict-transport-security']),
        /max-age=31536000/,
      )
  })

  it('shows settings as text, whatever they contain', async () => {
    assert.ok(!(await page()).body.includes('<script>alert(1)'))
  })
})

describe('a caller with too many requests', () => {
  it('has to wait, by address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => limited.send({ method: 'GET', url: '/healthz', remoteAddress: '10.1.1.1' })),
    )
    const refused = answers.find(({ status }) => status === 429)?.raw
    assert.equal(refused?.json().message, 'Too many requests. Please wait a moment.')
    assert.ok(Number(refused?.headers['retry-after']) > 0)
    assert.equal(refused?.headers['x-content-type-options'], 'nosniff')
    assert.match(String(refused?.headers['content-security-policy']), /default-src 'none'/)
    assert.equal((await limited.send({ method: 'GET', url: '/healthz', remoteAddress: '10.1.1.2' })).status, 200)
  })

  it('is one caller per IPv6 network', async () => {
    const ask = (remoteAddress: string) => limited.send({ method: 'GET', url: '/healthz', remoteAddress })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => ask(`2001:db8::${at + 1}`)))
    assert.ok(answers.some(({ status }) => status === 429))
    assert.equal((await ask('2001:db8:0:1::1')).status, 200)
  })

  it('is refused at unknown addresses, too', async () => {
    const statuses: number[] = []
    for (let asked = 0; asked < 25; asked++)
      statuses.push((await limited.send({ method: 'GET', url: '/api/none' })).status)
    assert.deepEqual([statuses.lastIndexOf(404), statuses.indexOf(429)], [23, 24])
  })

  it('loses its connection when it sends many requests without reading the answers', async () => {
    const socket = openSocket(port, '127.0.0.1')
    const cut = new Promise((done) => socket.once('close', done))
    socket.on('error', () => {})
    socket.pause()
    socket.write('GET /api/products/search HTTP/1.1\r\nHost: portal\r\n\r\n'.repeat(200))
    socket.resume()
    await cut
    const { status } = await portal.send({ method: 'GET', url: '/healthz' })
    assert.equal(status, 200)
  })
})

/** The raw response to these bytes. */
const answerTo = (request: string) =>
  new Promise<string>((done, failed) => {
    const socket = openSocket(port, '127.0.0.1', () => socket.write(request))
    socket.once('data', (answer) => {
      done(answer.toString())
      socket.destroy()
    })
    socket.once('error', failed)
  })

const statusOf = async (request: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(await answerTo(request))?.[1])

describe('an ambiguous request', () => {
  it('is refused', async () => {
    const head = 'POST /api/users/signin HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n'
    for (const lengths of [
      'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    ])
      assert.equal(await statusOf(head + lengths), 400, lengths)
  })

  it('is not echoed by TRACE', async () => {
    assert.equal(await statusOf('TRACE / HTTP/1.1\r\nHost: portal\r\nX-Secret: 1\r\n\r\n'), 404)
  })
})

describe('stopping', () => {
  it('finishes running requests, reports that it is not ready, and accepts no new ones', async () => {
    const stopping = await startTestPortal()
    await stopping.http.listen({ port: 0, host: '127.0.0.1' })
    const address = stopping.http.server.address() as AddressInfo
    // A kept-alive connection would stay open for another five seconds.
    const running = fetch(`http://127.0.0.1:${address.port}/api/products/categories`, {
      headers: { connection: 'close' },
    })
    await new Promise((done) => stopping.http.server.once('request', done))
    const closed = stopping.http.close()
    assert.equal((await running).status, 200)
    await closed
    await assert.rejects(fetch(`http://127.0.0.1:${address.port}/healthz`))
  })
})

after(() => portal.http.close())
