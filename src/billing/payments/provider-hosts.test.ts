import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '#platform/config.ts'
import { browserScripts, isPaymentPage, providerSources } from './provider-hosts.ts'

const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'password' }
const none = { script: '', frame: '', connect: '', img: '' }

describe('the sources of payment providers that a page may load', () => {
  it('are empty before a provider is set up', () => {
    assert.deepEqual(providerSources(readConfig({})), none)
    assert.deepEqual(providerSources(readConfig({ STRIPE_API_BASE: 'http://127.0.0.1:9' })), none)
  })

  it('cover only the configured providers', () => {
    const card = providerSources(readConfig(stripe))
    assert.match(card.script, /https:\/\/js\.stripe\.com/)
    assert.match(card.frame, /https:\/\/hooks\.stripe\.com/)
    assert.equal(card.connect, ' https://api.stripe.com')
    assert.doesNotMatch(JSON.stringify(card), /paypal/)
    assert.doesNotMatch(JSON.stringify(providerSources(readConfig(paypal))), /stripe/)
  })

  it('are only the simulator’s if one is configured, which must be on this machine', () => {
    const simulated = readConfig({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:9' })
    assert.deepEqual(providerSources(simulated), {
      script: ' http://127.0.0.1:9',
      frame: ' http://127.0.0.1:9',
      connect: ' http://127.0.0.1:9',
      img: ' http://127.0.0.1:9',
    })
    assert.equal(browserScripts(simulated).stripe, 'http://127.0.0.1:9/stripe.js')
    const elsewhere = readConfig({ ...stripe, STRIPE_API_BASE: 'https://stripe.example' })
    assert.equal(browserScripts(elsewhere).stripe, '')
    assert.doesNotMatch(JSON.stringify(providerSources(elsewhere)), /stripe\.example/)
  })

  it('are allowed only on payment pages', () => {
    for (const address of [
      '/order/1?pay=1',
      '/order/1?from=mail&pay=1',
      '/order/1?pay=1&payment_intent=pi_1',
      '/payInvoices?ids=1,2',
    ])
      assert.ok(isPaymentPage(address), address)
    const others = ['/', '/order/1', '/order/1?pay=', '/order/1?repay=1', '/order/1?pay=12', '/order/?pay=1']
    for (const address of [
      ...others,
      '/orderhistory?pay=1',
      '/cart?next=/order/1?pay=1',
      '/search/order/1?pay=1',
      '/payInvoices',
      '/x/payInvoices?ids=1',
    ])
      assert.ok(!isPaymentPage(address), address)
  })
})
