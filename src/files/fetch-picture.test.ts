import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { isPublic, isReachable } from '#platform/http/check-address.ts'
import { fetchPicture, NoPicture } from './fetch-picture.ts'

const servers: ReturnType<typeof createServer>[] = []
after(() => {
  for (const server of servers) server.closeAllConnections()
  for (const server of servers) server.close()
})

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the server listens on a port
}

let knocks = 0
/** An internal server that must not be reachable. */
const inner = await serve((_request, response) => {
  knocks += 1
  response.end('secret')
})
const outer = await serve((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', outer)
  const to = searchParams.get('to')
  if (to !== null) return response.writeHead(302, { location: to }).end()
  if (pathname === '/ok') return response.end('pixels')
  if (pathname === '/empty') return response.end()
  if (pathname === '/large') return response.writeHead(200, { 'content-length': 11 * 1024 * 1024 }).end()
  if (pathname === '/endless') {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    }
    response.on('drain', more)
    return more()
  }
  if (pathname === '/cut') {
    response.writeHead(200, { 'content-length': 100 })
    return response.write('half', () => response.destroy())
  }
  if (pathname === '/silent') return
  return response.writeHead(Number(pathname.slice(1)) || 404).end()
})
const quiet = new AbortController().signal
const fetched = (address: string, origins: string[] = [outer]) => fetchPicture(address, { origins, signal: quiet })

const refused = async (address: string, reason: RegExp, isPassing = false) =>
  assert.rejects(fetched(address), (error) => {
    assert.ok(error instanceof NoPicture, `${address}: ${String(error)}`)
    assert.match(error.message, reason, address)
    assert.equal(error.isPassing, isPassing, address)
    return true
  })

const closed = `
  127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255
  192.168.1.1 169.254.169.254 100.64.0.1 100.100.100.200 168.63.129.16 192.0.0.192 198.18.0.1
  203.0.113.7 224.0.0.1 255.255.255.255 localhost LOCALHOST [::1] [::] [fe80::1] [fc00::1]
  [fd00:ec2::254] [ff02::1] [::ffff:127.0.0.1] １２７.0.0.1 [::ffff:a9fe:a9fe] [::127.0.0.1]
  [64:ff9b::7f00:1] [2002:7f00:1::] [2001:0:1::1] [2001:db8::1]
`

test('only public addresses are requested', async () => {
  for (const host of closed.trim().split(/\s+/)) await refused(`https://${host}/picture.png`, /in a private network/)
})

test('public and private networks are distinguished up to their last address', () => {
  for (const [address, open, named] of [
    ['9.255.255.255', true, true],
    ['11.0.0.0', true, true],
    ['100.63.255.255', true, true],
    ['100.128.0.0', true, true],
    ['172.15.255.255', true, true],
    ['172.32.0.0', true, true],
    ['169.253.255.255', true, true],
    ['223.255.255.255', true, true],
    ['2606:4700::1111', true, true],
    ['10.0.0.1', false, true],
    ['127.0.0.1', false, true],
    ['::1', false, true],
    ['fd12:3456::1', false, true],
    ['169.254.169.254', false, false],
    ['fd00:ec2::254', false, false],
    ['::ffff:10.0.0.1', false, false],
    ['fe80::1%eth0', false, false],
    ['no address', false, false],
  ] as const)
    assert.deepEqual([isPublic(address), isReachable(address)], [open, named], address)
})

test('other schemes, ports, passwords and origins are refused unless in the settings', async () => {
  await refused('http://pictures.example/a.png', /https:/)
  await refused('ftp://pictures.example/a.png', /https:/)
  await refused('file:///etc/passwd', /https:/)
  await refused('data:image/png;base64,AAAA', /https:/)
  await refused('https://pictures.example:8443/a.png', /port 8443/)
  await refused('https://me:secret@pictures.example/a.png', /password/)
  await refused('nonsense', /address is not valid/)
  await refused(inner, /https:/)
  await refused(outer.replace('127.0.0.1', '127.1').replace('http:', 'https:'), /port/)
  assert.equal(String(await fetched(`${outer}/ok`)), 'pixels')
  await assert.rejects(fetched('http://169.254.169.254/latest', ['http://169.254.169.254']), /in a private network/)
  const onlyNamed = { origins: [outer], onlyNamed: true, signal: quiet }
  await assert.rejects(fetchPicture('https://pictures.example/a.png', onlyNamed), /list of allowed hosts/)
  assert.equal(String(await fetchPicture(`${outer}/ok`, onlyNamed)), 'pixels')
  assert.equal(knocks, 0)
})

test('up to three redirects are followed, each checked like the first', async () => {
  const through = (to: string) => `${outer}/?to=${encodeURIComponent(to)}`
  assert.equal(String(await fetched(through(through(through(`${outer}/ok`))))), 'pixels')
  assert.equal(String(await fetched(through('/ok'))), 'pixels')
  await refused(through(through(through(through(`${outer}/ok`)))), /more than 3 times/)
  await refused(through(inner), /https:/)
  await refused(through(inner.replace('http:', 'https:')), /port/)
  await refused(through('https://127.0.0.1/'), /in a private network/)
  await refused(through('https://[::ffff:10.0.0.1]/'), /in a private network/)
  await refused(through('file:///etc/passwd'), /https:/)
  await refused(through('http://'), /address is not valid/)
  assert.equal(knocks, 0)
})

test('a host is refused if one of its addresses is private, and its name is resolved once', async () => {
  const at = (...addresses: string[]) =>
    fetchPicture('https://pictures.example/', {
      origins: [],
      signal: quiet,
      find: async () => addresses.map((address) => ({ address, family: 4 })),
    })
  await assert.rejects(at('93.184.216.34', '10.0.0.1'), /in a private network/)
  await assert.rejects(at(), /in a private network/)
  let lookups = 0
  const { port } = new URL(outer)
  const named = `http://pictures.example:${port}`
  const find = async () => {
    lookups += 1
    return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  }
  assert.equal(String(await fetchPicture(`${named}/ok`, { origins: [named], signal: quiet, find })), 'pixels')
  assert.equal(lookups, 1)
})

test('large, empty, truncated and missing pictures are reported, and whether a retry may help', async () => {
  await refused(`${outer}/404`, /could not be fetched: 404\.$/)
  await refused(`${outer}/403`, /403/)
  await refused(`${outer}/503`, /503/, true)
  await refused(`${outer}/429`, /429/, true)
  await refused(`${outer}/large`, /larger than 10 MB/)
  await refused(`${outer}/endless`, /larger than 10 MB/)
  await refused(`${outer}/empty`, /nothing/)
  await refused(`${outer}/cut`, /does not respond/, true)
  const gone = await serve(() => {})
  const last = servers.at(-1)
  last?.close()
  if (last) await once(last, 'close')
  await assert.rejects(fetched(gone, [gone]), /does not respond/)
})

test('it is aborted when the portal stops', async () => {
  const stopping = new AbortController()
  const asked = fetchPicture(`${outer}/silent`, { origins: [outer], signal: stopping.signal })
  setImmediate(() => stopping.abort())
  await assert.rejects(asked, (error) => !(error instanceof NoPicture))
})
