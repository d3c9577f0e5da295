import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { Secret } from 'otpauth'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { hashPassword } from '../hash-password.ts'
import { appFor } from './check-app.ts'
import { factors } from './contract.ts'
import type { SecondStep, StepDue } from './factor-shapes.ts'

const portal = await startTestPortal({ environment: { RATE_LIMITS: '1' } })
const { call, db } = portal
const password = 'correct horse battery'
const password_hash = await hashPassword(password)

/** The code that the app with this key shows now, or `later` half minutes from now. */
const shown = (key: string, later = 0): string =>
  appFor(Buffer.from(Secret.fromBase32(key).buffer), '').generate({ timestamp: Date.now() + later * 30_000 })

const withApp = async (facts: object = {}) => {
  const user = await portal.addUser({ password_hash, ...facts })
  const { body: app } = await call(factors.newApp, { as: user })
  const { status, body } = await call(factors.addApp, { body: { code: shown(app.key) }, as: user })
  assert.equal(status, 200)
  // As if set up a while ago: the first code of an app cannot be used a second time.
  await db.updateTable('authenticator_app').set({ last_step: 0 }).where('user_id', '=', user._id).execute()
  return { user, key: app.key, recoveryCodes: body.recoveryCodes }
}

const signIn = ({ email }: TestUser, remoteAddress = '10.1.0.1') =>
  portal.send({ method: 'POST', url: '/api/users/signin', payload: { email, password }, remoteAddress })

const finish = async (user: TestUser, given: Omit<SecondStep, 'key'>) => {
  const { key } = (await signIn(user)).body as unknown as StepDue
  return call(factors.secondStep, { body: { key, ...given } })
}

const notRight = 'This code is incorrect.'

describe('an authenticator app', () => {
  it('is active once one of its codes was entered', async () => {
    const user = await portal.addUser({ password_hash })
    const { body: app } = await call(factors.newApp, { as: user })
    assert.match(app.key, /^[A-Z2-7]{32}$/)
    assert.ok(app.address.startsWith('otpauth://totp/Apotheca:') && app.address.includes(app.key))
    assert.equal((await signIn(user)).status, 200)
    const wrong = await call(factors.addApp, { body: { code: shown(app.key, 40) }, as: user })
    assert.deepEqual([wrong.status, (wrong.body as { field?: string }).field], [400, 'code'])
    assert.equal((await signIn(user)).status, 200)
    const { status, body } = await call(factors.addApp, { body: { code: shown(app.key) }, as: user })
    assert.deepEqual([status, body.recoveryCodes.length], [200, 10])
    assert.equal((await signIn(user)).status, 401)
  })

  it('is not readable in the database, in another user’s row or with another key', async () => {
    const { user, key } = await withApp()
    const { secret } = await db
      .selectFrom('authenticator_app')
      .select('secret')
      .where('user_id', '=', user._id)
      .executeTakeFirstOrThrow()
    assert.ok(secret && !secret.includes(Buffer.from(Secret.fromBase32(key).buffer)))
    const other = await withApp()
    await db.updateTable('authenticator_app').set({ secret }).where('user_id', '=', other.user._id).execute()
    assert.equal((await finish(other.user, { code: shown(key) })).status, 400)
    assert.equal((await finish(user, { code: shown(key) })).status, 200)
    await db.deleteFrom('portal_secret').where('name', '=', 'second-factor').execute()
    assert.equal((await finish(user, { code: shown(key, 1) })).status, 400)
  })

  it('gives codes that work once, and not after a later one', async () => {
    const { user, key } = await withApp()
    const code = shown(key)
    assert.equal((await finish(user, { code })).status, 200)
    const again = await finish(user, { code })
    assert.deepEqual([again.status, again.body.message], [400, notRight])
    // As pasted from an app, with a no-break space and a zero-width space.
    const later = shown(key, 1)
    const copied = `\u00a0${later.slice(0, 3)} ${later.slice(3)}\u200b`
    assert.equal((await finish(user, { code: copied })).status, 200)
    assert.equal((await finish(user, { code: shown(key) })).status, 400)
  })

  it('accepts one of two concurrent requests with the same code', async () => {
    const { user, key } = await withApp()
    const code = shown(key)
    const answers = await Promise.all([finish(user, { code }), finish(user, { code })])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
  })

  it('allows five wrong codes per password and ten per account, then sends one notice', async () => {
    const { user, key } = await withApp()
    const { key: step } = (await signIn(user)).body as unknown as StepDue
    const guess = (stepKey: string) => call(factors.secondStep, { body: { key: stepKey, code: '000000' } })
    const statuses = []
    for (let at = 0; at < 6; at++) statuses.push((await guess(step)).status)
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 401])
    const next = (await signIn(user)).body as unknown as StepDue
    for (let at = 0; at < 5; at++) await guess(next.key)
    const last = (await signIn(user)).body as unknown as StepDue
    assert.equal((await guess(last.key)).status, 429)
    const right = await call(factors.secondStep, { body: { key: last.key, code: shown(key) } })
    assert.equal(right.status, 429)
    const told = await db.selectFrom('mail').select('subject').where('recipient', '=', user.email).execute()
    assert.equal(told.filter(({ subject }) => subject.startsWith('Too many wrong sign-in codes')).length, 1)
    const failed = await db
      .selectFrom('audit_entry')
      .select('id')
      .where('entity_id', '=', user._id)
      .where('action', '=', 'second factor failed')
      .execute()
    assert.equal(failed.length, 10)
  })

  it('waits ten minutes for its code, and only with the key of this sign-in', async () => {
    const { user, key } = await withApp()
    const { key: step } = (await signIn(user)).body as unknown as StepDue
    assert.equal((await call(factors.secondStep, { body: { key: 'A'.repeat(43), code: shown(key) } })).status, 401)
    await db
      .updateTable('sign_in_step')
      .set({ expires_at: sql<Date>`now()` })
      .execute()
    assert.equal((await call(factors.secondStep, { body: { key: step, code: shown(key) } })).status, 401)
  })

  it('is replaced only when a code of the new app was entered', async () => {
    const { user, key } = await withApp()
    const { body: next } = await call(factors.newApp, { as: user })
    assert.equal((await finish(user, { code: shown(key) })).status, 200)
    assert.equal((await call(factors.addApp, { body: { code: shown(key) }, as: user })).status, 400)
    assert.equal((await call(factors.addApp, { body: { code: shown(next.key) }, as: user })).status, 200)
    await db.updateTable('authenticator_app').set({ last_step: 0 }).where('user_id', '=', user._id).execute()
    assert.equal((await finish(user, { code: shown(key) })).status, 400)
    assert.equal((await finish(user, { code: shown(next.key) })).status, 200)
  })

  it('can be removed, which voids its codes', async () => {
    const { user } = await withApp()
    assert.equal((await call(factors.removeApp, { as: user })).status, 200)
    assert.equal((await signIn(user)).status, 200)
    assert.equal((await call(factors.removeApp, { as: user })).status, 404)
  })
})

describe('recovery codes', () => {
  it('work once each, however they are typed, and their use is emailed', async () => {
    const { user, recoveryCodes } = await withApp()
    const [code = '', other = ''] = recoveryCodes
    assert.match(code, /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    assert.equal((await finish(user, { recoveryCode: ` ${code.toUpperCase().replaceAll('-', ' ')} ` })).status, 200)
    const again = await finish(user, { recoveryCode: code })
    assert.deepEqual([again.status, again.body.message], [400, notRight])
    assert.equal((await finish(user, { recoveryCode: other })).status, 200)
    const mails = await db.selectFrom('mail').select(['subject', 'body']).where('recipient', '=', user.email).execute()
    assert.deepEqual(
      mails
        .filter(({ subject }) => subject === 'A recovery code was used')
        .map(({ body }) => /\d recovery codes are left/.exec(body)?.[0]),
      ['9 recovery codes are left', '8 recovery codes are left'],
    )
  })

  it('are voided by new ones and open no other account', async () => {
    const { user, recoveryCodes } = await withApp()
    const other = await withApp()
    assert.equal((await finish(user, { recoveryCode: other.recoveryCodes[0] ?? '' })).status, 400)
    const { body } = await call(factors.newRecoveryCodes, { as: user })
    assert.equal((await finish(user, { recoveryCode: recoveryCodes[0] ?? '' })).status, 400)
    assert.equal((await finish(user, { recoveryCode: body.recoveryCodes[0] ?? '' })).status, 200)
    assert.equal((await finish(user, { recoveryCode: '' })).status, 400)
  })

  it('are not created without a second factor, and not stored in plain text', async () => {
    const user = await portal.addUser({ password_hash })
    assert.equal((await call(factors.newRecoveryCodes, { as: user })).status, 409)
    const { recoveryCodes } = await withApp()
    for (const table of ['recovery_code', 'answered_request', 'mail', 'audit_entry'] as const) {
      const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute())
      assert.ok(!rows.includes(recoveryCodes[0] ?? '?'), table)
    }
  })
})
