import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accounts } from '#identity/contract.ts'
import { users } from '#customers/contract.ts'
import { imports } from '#imports/contract.ts'
import { importing } from '#imports/testing-imports.ts'
import { startTestPortal } from './testing.ts'

const portal = await startTestPortal({ environment: { PUBLIC_URL: 'https://orders.harbor.com' } })
const password = 'violet-anchor-17'

const signUp = async (email: string, pass = password) =>
  portal.call(users.signUp, {
    body: { companyName: 'Harbor', name: 'Ann', lastName: 'Lee', email, phone: '555-0100', password: pass },
  })

const everywhere = ['/', '/nowhere', '/api/nowhere', '/api/products/search', '/api/orders/mine', '/%ff', '/healthz']

it('3.3.2, 3.3.4: cookies are limited to this host, same-site and HttpOnly', async () => {
  const admin = await portal.addUser({ is_admin: true })
  const invited = await portal.call(users.invite, {
    query: {},
    body: { role: 'salesRep', name: 'Bo', lastName: 'Roe', email: 'bo@acme.example', accountID: '', companyName: '' },
    as: admin,
  })
  assert.equal(invited.status, 201)
  const mail = await portal.db
    .selectFrom('mail')
    .select('body')
    .where('recipient', '=', 'bo@acme.example')
    .executeTakeFirst()
  const [, key = ''] = /Key: (\S+)/.exec(mail?.body ?? '') ?? []
  const chosen = await portal.call(accounts.resetPassword, { body: { email: 'bo@acme.example', pass: password, key } })
  assert.equal(chosen.status, 200)
  const { raw } = await portal.call(accounts.signIn, { body: { email: 'bo@acme.example', password } })
  const cookies = [raw.headers['set-cookie'] ?? []].flat()
  assert.ok(cookies.length >= 2)
  for (const cookie of cookies) assert.match(cookie, /^__Host-\w+=.*; Path=\/; HttpOnly; SameSite=Strict; .*Secure$/)
})

it('3.4.2: no response allows other origins, whatever the request says', async () => {
  for (const method of ['GET', 'OPTIONS'] as const)
    for (const url of everywhere) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
      const { raw } = await portal.send({ method, url, headers })
      const opened = Object.keys(raw.headers).filter((name) => name.startsWith('access-control-'))
      assert.deepEqual(opened, [], `${method} ${url}`)
    }
})

it('3.4.5, 3.4.6: no response leaks the referrer or may be framed elsewhere', async () => {
  for (const url of everywhere) {
    const { raw } = await portal.send({ method: 'GET', url })
    assert.equal(raw.headers['referrer-policy'], 'no-referrer', url)
    assert.match(String(raw.headers['content-security-policy']), /frame-ancestors 'none'/, url)
  }
})

it('4.1.1: every response with a body has a content type and charset', async () => {
  for (const url of [...everywhere, '/robots.txt', '/.well-known/security.txt', '/api/openapi.json', '/readyz']) {
    const { raw } = await portal.send({ method: 'GET', url })
    assert.match(String(raw.headers['content-type']), /^(?:application\/json|text\/\w+); charset=utf-8$/, url)
  }
})

it('4.1.3: only a configured proxy can set the client address', async () => {
  const strict = await startTestPortal({ environment: { RATE_LIMITS: '0.02' } })
  const statuses = new Set<number>()
  for (let asked = 0; asked < 30; asked++) {
    const headers = {
      'x-forwarded-for': `10.0.0.${asked}`,
      forwarded: `for=10.0.0.${asked}`,
      'x-real-ip': `10.0.0.${asked}`,
    }
    const { status } = await strict.send({ method: 'GET', url: '/healthz', headers, remoteAddress: '192.0.2.1' })
    statuses.add(status)
  }
  assert.ok(statuses.has(429))
})

it('5.4.2: a file name from a user cannot inject into the header', async () => {
  const admin = await portal.addUser({ is_admin: true })
  const { begin } = importing(portal, admin)
  const { _id: id } = await begin(1, { fileName: "a\"; filename*=UTF-8''evil.html\r\nx-evil: 1; ../../b.csv" })
  const { raw } = await portal.call(imports.report, { params: { id }, query: { show: 'all' }, as: admin })
  assert.match(String(raw.headers['content-disposition']), /^attachment; filename="[\w.-]+\.csv"$/)
  assert.equal(raw.headers['x-evil'], undefined)
})

it('6.2.1, 6.2.9: a password has 8 to 128 characters', async () => {
  const long = 'A sentence of some length, as people say it who like sentences. '.repeat(2)
  for (const [pass, status] of [
    ['qw8-zk4', 400],
    ['qw8-zk4r', 200],
    [long.slice(0, 128), 200],
    [`${long}1`, 400],
  ] as const)
    assert.equal(Math.floor((await signUp(`p${pass.length}@acme.example`, pass)).status / 100), status / 100, pass)
})

it('7.2.2: each sign-in gets a new token, and a supplied one is not adopted', async () => {
  const { body } = await portal.call(accounts.signIn, { body: { email: 'bo@acme.example', password } })
  const again = await portal.call(accounts.signIn, {
    body: { email: 'bo@acme.example', password },
    headers: { authorization: `Bearer ${String(body.token)}` },
  })
  const brought = await portal.call(accounts.signIn, {
    body: { email: 'bo@acme.example', password },
    headers: { authorization: 'Bearer fixed-by-somebody' },
  })
  const tokens = [body.token, again.body.token, brought.body.token]
  assert.equal(new Set(tokens).size, 3)
  assert.ok(!tokens.includes('fixed-by-somebody'))
})

it('13.4.1, 13.4.3: neither sources nor their history nor directory listings are served', async () => {
  for (const url of [
    '/.git/config',
    '/.git/HEAD',
    '/package.json',
    '/src/portal/main.ts',
    '/assets/',
    '/assets',
    '/assets/../index.html',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/uploads/',
    '/docs/deployment.md',
  ]) {
    const { status, raw } = await portal.send({ method: 'GET', url, headers: { accept: '*/*' } })
    assert.ok([400, 403, 404].includes(status), `${url}: ${status}`)
    assert.doesNotMatch(raw.body, /repositoryformatversion|"dependencies"|<title>Index of/i)
  }
})

it('15.3.7: repeated parameters are refused by name', async () => {
  const [buyer, admin] = [await portal.addUser({ buying_role: 'manager' }), await portal.addUser({ is_admin: true })]
  const { body } = await portal.send({ method: 'GET', url: '/api/openapi.json' })
  const { paths } = body as unknown as { paths: Record<string, Record<string, { parameters?: Parameter[] }>> }
  let doubled = 0
  for (const { method, path, access } of portal.endpoints) {
    const as = access === 'admin' || access === 'staff' ? admin : buyer
    const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    assert.ok(operation, `${method} ${path}`)
    const declared = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
    for (const name of [...declared, 'ordering-for']) {
      const url = `${path.replaceAll(/:\w+/g, buyer._id)}?${name}=1&${name}=2`
      const answer = await portal.send({ method, url, as, ...(method !== 'GET' && { payload: {} }) })
      assert.equal(answer.status, 400, `${method} ${url}`)
      assert.match(answer.raw.body, new RegExp(`contains “${name}” more than once`), url)
      doubled++
    }
  }
  assert.ok(doubled > 300, `${doubled} were asked`)
})

interface Parameter {
  name: string
  in: string
}
