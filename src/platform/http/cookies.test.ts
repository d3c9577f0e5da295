import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCookie, writeCookie } from './cookies.ts'

const cookie = { name: 'apotheca_x', value: 'abc', path: '/api/x', seconds: 60 }

describe('a cookie', () => {
  it('belongs to this host with TLS, and to its path without', () => {
    assert.equal(
      writeCookie(cookie, { PUBLIC_URL: 'https://orders.example' }),
      '__Host-apotheca_x=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure',
    )
    assert.equal(
      writeCookie(cookie, { PUBLIC_URL: 'http://127.0.0.1:3000' }),
      'apotheca_x=abc; Path=/api/x; HttpOnly; SameSite=Strict; Max-Age=60',
    )
  })

  it('is read by its exact name, so that another host’s cookie does not count with TLS', () => {
    for (const [header, secure, plain] of [
      [undefined, '', ''],
      ['other=1; apotheca_x=abc', '', 'abc'],
      ['apotheca_x=planted; __Host-apotheca_x=abc', 'abc', 'planted'],
      ['my_apotheca_x=1', '', ''],
    ] as const) {
      assert.equal(readCookie(header, 'apotheca_x', { PUBLIC_URL: 'https://orders.example' }), secure)
      assert.equal(readCookie(header, 'apotheca_x', { PUBLIC_URL: 'http://127.0.0.1:3000' }), plain)
    }
  })
})
