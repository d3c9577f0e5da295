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
  '/api/orderguides',
  '/api/people/:id',
  '/api/people/:id/invitation',
  '/api/price-lists',
  '/api/ship-to/:id',
  '/api/products',
  '/api/products/:id/reviews',
  '/api/products/:id/stock',
  '/api/products/maintenance/changes',
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
  '/api/orders': 'its own key, which lasts as long as the order',
  '/api/orders/ByAdmin/:userId': 'its own key, which lasts as long as the order',
  '/api/orders/settle': 'its own key, which lasts as long as the order',
  '/api/orders/:id/stripe-payment-intent': 'the open payment of an order is asked for again',
  '/api/orders/:id/paypal-order': 'the open payment of an order is asked for again',
  '/api/users/InvoicePayments/stripe': 'the same choice is the same open payment',
  '/api/users/InvoicePayments/paypal': 'the same choice is the same open payment',
  '/api/orders/sendOTP/:id': 'one code a minute, and a new one ends the one before',
  '/api/orders/passkeyCode/:id': 'a challenge counts once',
  '/api/orders/passkeyCode/options': 'a question',
  '/api/orders/preview': 'a question',
  '/api/quick-order/check': 'a question',
  '/api/cart/products': 'a question',
  '/api/products/equivalents': 'a question',
  '/api/allocations/left': 'a question',
  '/api/approvals/preview': 'a question',
  '/api/approvals/:id/approve': 'a request is decided once, and whoever did is told the same',
  '/api/approvals/:id/reject': 'a request is decided once, and whoever did is told the same',
  '/api/approvals/:id/withdraw': 'what is withdrawn stays withdrawn',
  '/api/imports': 'the same file finds the import that was begun',
  '/api/users/InvoiceQuestions/:id': 'the same is asked once until it is settled',
  '/api/orderguides/:id/lines': 'a product stands once in a guide',
  '/api/erp/check': 'a question',
  '/api/erp/sync/:kind': 'the reading that is under way is told',
  '/api/erp/alarms/clear': 'what is cleared stays cleared',
  '/api/uploads/local': 'a picture that no product shows is removed',
  '/api/users/signin': 'a session each time, by intent',
  '/api/users/signin/company': 'a challenge each time',
  '/api/users/signin/company/arrival': 'a challenge counts once',
  '/api/users/signin/passkey': 'a challenge counts once',
  '/api/users/signin/passkey/options': 'a challenge each time',
  '/api/users/signin/second': 'a code counts once',
  '/api/users/signin/second/options': 'a challenge each time',
  '/api/users/signout': 'what is ended stays ended',
  '/api/users/resetUserPass': 'a link counts once',
  '/api/users/confirmPassword': 'a question',
  '/api/users/confirmPasskey': 'a challenge counts once',
  '/api/users/confirmPasskey/options': 'a challenge each time',
  '/api/users/passkeys': 'a challenge counts once, and a passkey is known once',
  '/api/users/passkeys/options': 'a challenge each time',
  '/api/users/authenticator': 'a key that nobody has proven replaces the one before',
  '/api/users/recoveryCodes': 'new codes replace the old; kept answers must not hold them',
}

/** Sent in parts, each identified by the run ID of its import. */
const byRun = ['/api/products/importProducts']

test('every POST documents what a repeat does', async () => {
  const { endpoints } = await startTestPortal()
  const posts = endpoints.filter(({ method }) => method === 'POST').map(({ path }) => path)
  const judged = [...once, ...byRun, ...Object.keys(harmless)]
  assert.deepEqual(
    posts.filter((path) => !judged.includes(path)),
    [],
    'open its transaction by actOnce, or say why a repeat is harmless',
  )
  assert.deepEqual(
    judged.filter((path) => !posts.some((known) => known === path)),
    [],
  )
})
