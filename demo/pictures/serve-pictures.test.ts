import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { refuseRoutesWithoutAccess } from '#platform/http/serve.ts'
import { servePictures } from './serve-pictures.ts'

test('pictures are drawn, even for an unknown address', async () => {
  const http = Fastify()
  refuseRoutesWithoutAccess(http)
  servePictures({ http })
  for (const file of [
    'tablet-light%20pink.svg',
    'tablet.svg',
    'nothing-white.svg',
    '%3Cscript%3E.svg',
    '..%2F..%2Fpackage.json',
  ]) {
    const raw = await http.inject({ method: 'GET', url: `/pictures/${file}` })
    assert.equal(raw.statusCode, 200, file)
    assert.match(String(raw.headers['content-type']), /^image\/svg\+xml/)
    assert.match(String(raw.headers['cache-control']), /immutable/)
    assert.match(String(raw.headers['content-security-policy']), /default-src 'none'/)
    assert.ok(raw.body.startsWith('<svg') && !raw.body.includes('script'))
  }
})
