import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PaymentMethod, paymentFor, shippingFor } from './method-shapes.ts'
import type { ShippingMethod } from '../delivery/delivery-shapes.ts'

const ground = 'UPS GROUND'
const overnight = 'FEDEX PRIORITY OVERNIGHT'

const shipped: [chosen: string, hasCold: boolean, open: ShippingMethod[] | undefined, method: ShippingMethod | null][] =
  [
    ['', true, undefined, overnight],
    ['', false, undefined, ground],
    [ground, true, undefined, ground],
    ['By camel', false, undefined, ground],
    ['', false, [overnight], overnight],
    [ground, false, [overnight], overnight],
    ['', true, [ground], ground],
    [overnight, true, [ground, overnight], overnight],
    ['', false, [], null],
  ]

for (const [chosen, hasCold, open, method] of shipped)
  test(`shipping: ${chosen || 'nothing'} chosen, ${hasCold ? 'cold' : 'warm'}, open: ${open?.join(', ') ?? 'unknown'}`, () =>
    assert.equal(shippingFor(chosen, hasCold, open), method))

const paid: [open: PaymentMethod[] | undefined, method: PaymentMethod | null][] = [
  [undefined, 'By Invoice'],
  [['PayPal', 'By Invoice', 'Stripe'], 'By Invoice'],
  [['PayPal', 'Stripe'], 'Stripe'],
  [['PayPal'], 'PayPal'],
  [[], null],
]

for (const [open, method] of paid)
  test(`payment, open: ${open?.join(', ') ?? 'unknown'}`, () => assert.equal(paymentFor(open), method))
