import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from './testing.ts'

/** Calls whose repeats `actOnce` answers with the first result. */
const once = [
  '/api/budgets',
  '/api/business-groups',
  '/api/cost-centers',
  '/api/imports/:id/apply',
  '/api/imports/:id/invitations',
  '/api/imports/:id/pictures',
  '/api/imports/:id/stop',
  '/api/imports/:id/undo',
  '/api/licenses',
  '/api/orderguides',
  '/api/people/:id',
  '/api/people/:id/invitation',
  '/api/price-lists',
  '/api/ship-to/:id',
  '/api/products',
  '/api/products/:id/reviews',
  '/api/products/:id/stock',
  '/api/products/importProducts',
  '/api/products/maintenance/changes',
  '/api/trace/documents/:id/accept',
  '/api/trace/documents/:id/match',
  '/api/trace/partners/:id/agreement',
  '/api/trace/pushes/:id/retry',
  '/api/users/:id/emailProof',
  '/api/users/:id/notes',
  '/api/users/confirmEmail',
  '/api/users/invitations',
  '/api/users/invitations/:id',
  '/api/users/keepEmail',
  '/api/users/signup',
  '/api/users/signupsap',
]

/** Calls that are idempotent by nature, and why. */
const harmless: Record<string, string> = {
  '/api/orders': 'has its own key, stored with the order',
  '/api/orders/ByAdmin/:userId': 'has its own key, stored with the order',
  '/api/parked-carts': 'a repeat finds an empty cart',
  '/api/parked-carts/:id/resume': 'a repeat finds it gone',
  '/api/orders/settle': 'has its own key, stored with the order',
  '/api/orders/:id/stripe-payment-intent': 'returns the open payment of the order',
  '/api/orders/:id/paypal-order': 'returns the open payment of the order',
  '/api/users/InvoicePayments/stripe': 'returns the open payment of the same invoices',
  '/api/users/InvoicePayments/paypal': 'returns the open payment of the same invoices',
  '/api/orders/sendOTP/:id': 'limited to one code a minute, and a new code replaces the last',
  '/api/orders/passkeyCode/:id': 'a challenge is valid once',
  '/api/orders/passkeyCode/options': 'read-only',
  '/api/orders/preview': 'read-only',
  '/api/quick-order/check': 'read-only',
  '/api/cart/products': 'read-only',
  '/api/products/equivalents': 'read-only',
  '/api/allocations/left': 'read-only',
  '/api/approvals/preview': 'read-only',
  '/api/approvals/:id/approve': 'a request is decided once, and the approver gets the same reply',
  '/api/approvals/:id/reject': 'a request is decided once, and the approver gets the same reply',
  '/api/approvals/:id/withdraw': 'a withdrawn request stays withdrawn',
  '/api/imports': 'the same file finds the import in progress',
  '/api/users/InvoiceQuestions/:id': 'the same question exists once until it is resolved',
  '/api/orderguides/:id/lines': 'a product is in a guide once',
  '/api/erp/check': 'read-only',
  '/api/erp/sync/:kind': 'returns the running sync',
  '/api/erp/alarms/clear': 'a cleared exception stays cleared',
  '/api/uploads/local': 'an unused picture is removed',
  '/api/trace/documents': 'the same file is stored once',
  '/api/users/signin': 'a new session each time, on purpose',
  '/api/users/signin/company': 'a new challenge each time',
  '/api/users/signin/company/arrival': 'a challenge is valid once',
  '/api/users/signin/passkey': 'a challenge is valid once',
  '/api/users/signin/passkey/options': 'a new challenge each time',
  '/api/users/signin/second': 'a code is valid once',
  '/api/users/signin/second/options': 'a new challenge each time',
  '/api/users/signout': 'an ended session stays ended',
  '/api/users/resetUserPass': 'a link is valid once',
  '/api/users/confirmPassword': 'read-only',
  '/api/users/confirmPasskey': 'a challenge is valid once',
  '/api/users/confirmPasskey/options': 'a new challenge each time',
  '/api/users/passkeys': 'a challenge is valid once, and a passkey is registered once',
  '/api/users/passkeys/options': 'a new challenge each time',
  '/api/users/authenticator': 'an unconfirmed key is replaced',
  '/api/users/recoveryCodes': 'new codes replace the old ones, and stored answers must not contain codes',
}

test('every POST documents what a repeat does', async () => {
  const { endpoints } = await startTestPortal()
  const posts = endpoints.filter(({ method }) => method === 'POST').map(({ path }) => path)
  const judged = [...once, ...Object.keys(harmless)]
  assert.deepEqual(
    posts.filter((path) => !judged.includes(path)),
    [],
    'use actOnce, or document why a repeat is harmless',
  )
  assert.deepEqual(
    judged.filter((path) => !posts.some((known) => known === path)),
    [],
  )
})
