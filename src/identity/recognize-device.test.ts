import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { cheapHash } from './testing-hash.ts'

const portal = await startTestPortal({ environment: { RATE_LIMITS: '1' } })
const password = 'correct horse battery'
const password_hash = cheapHash(password)

interface Attempt {
  email: string
  secret?: string
  from: string
  cookie?: string
}

const signIn = ({ email, secret = password, from, cookie }: Attempt) =>
  portal.send({
    method: 'POST',
    url: '/api/users/signin',
    payload: { email, password: secret },
    remoteAddress: from,
    ...(cookie && { headers: { cookie } }),
  })

const deviceCookie = ({ raw }: Awaited<ReturnType<typeof signIn>>): string =>
  [raw.headers['set-cookie']].flat().find((cookie) => cookie?.startsWith('apotheca_device=')) ?? ''

/** More wrong tries, from many networks, than the limit of an account. */
const attack = async (email: string) => {
  // A sign-in has rehashed the cheap hash.
  await portal.db.updateTable('user_account').set({ password_hash }).where('email', '=', email).execute()
  for (let from = 0; from < 7; from++)
    await Promise.all(Array.from({ length: 8 }, () => signIn({ email, secret: 'guess', from: `10.6.6.${from + 1}` })))
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)

describe('a device that signed in before', () => {
  it('can sign in while strangers guess, and an unknown device has to wait', async () => {
    const { email } = await portal.addUser({ password_hash })
    const first = await signIn({ email, from: '10.0.0.1' })
    const cookie = deviceCookie(first)
    assert.match(cookie, /; HttpOnly; SameSite=Strict; Max-Age=\d{7,}/)
    await attack(email)
    const [known, strange] = [
      await signIn({ email, from: '10.6.6.1', cookie: cookie.split(';')[0] ?? '' }),
      await signIn({ email, from: '10.0.0.2' }),
    ]
    assert.deepEqual(statusesOf([known, strange]), [200, 429])
  })

  it('may not guess more often than an unknown one', async () => {
    const { email } = await portal.addUser({ password_hash })
    const cookie = deviceCookie(await signIn({ email, from: '10.0.0.1' })).split(';')[0] ?? ''
    const answers = []
    for (let at = 0; at < 12; at++)
      answers.push(await signIn({ email, secret: 'guess', from: `10.7.7.${at + 1}`, cookie }))
    assert.deepEqual(statusesOf(answers.slice(9)), [401, 429, 429])
  })

  it('is recognized only for users who signed in on it', async () => {
    const [own, other] = [await portal.addUser({ password_hash }), await portal.addUser({ password_hash })]
    const cookie = deviceCookie(await signIn({ email: own.email, from: '10.0.0.1' })).split(';')[0] ?? ''
    await attack(other.email)
    assert.equal((await signIn({ email: other.email, from: '10.0.0.3', cookie })).status, 429)
    await attack(own.email)
    const invented = `apotheca_device=${'x'.repeat(43)}`
    assert.equal((await signIn({ email: own.email, from: '10.0.0.4', cookie: invented })).status, 429)
    assert.equal((await signIn({ email: own.email, from: '10.0.0.4', cookie })).status, 200)
  })

  it('is still recognized for one of its users when another signs in', async () => {
    const [one, other] = [await portal.addUser({ password_hash }), await portal.addUser({ password_hash })]
    const alone = deviceCookie(await signIn({ email: one.email, from: '10.0.0.1' })).split(';')[0] ?? ''
    const both = deviceCookie(await signIn({ email: other.email, from: '10.0.0.1', cookie: alone })).split(';')[0] ?? ''
    await attack(one.email)
    assert.equal((await signIn({ email: one.email, from: '10.0.0.1', cookie: both })).status, 200)
  })

  it('is stored as a hash', async () => {
    const { email } = await portal.addUser({ password_hash })
    const [, token = ''] = /=(\S+);/.exec(deviceCookie(await signIn({ email, from: '10.0.0.1' }))) ?? []
    const rows = await portal.db.selectFrom('known_device').selectAll().execute()
    assert.ok(token.length >= 43 && rows.length > 0)
    assert.ok(rows.every(({ token_hash }) => token_hash.length === 32 && !token_hash.includes(token)))
  })
})

describe('limits', () => {
  it('cannot be used up for a user by a text that looks like their key', async () => {
    const { email } = await portal.addUser({ password_hash })
    for (let at = 0; at < 12; at++) await signIn({ email: `${email}:10.0.0.1`, secret: 'guess', from: '10.8.8.8' })
    assert.equal((await signIn({ email, from: '10.0.0.1' })).status, 200)
  })

  it('count all addresses of one network of IPv6 together', async () => {
    const { email } = await portal.addUser({ password_hash })
    const answers = []
    for (let at = 1; at <= 12; at++)
      answers.push(await signIn({ email, secret: 'guess', from: `2001:db8:1:2:${at}::${at}` }))
    assert.deepEqual(statusesOf(answers.slice(9)), [401, 429, 429])
  })

  it('store no rows for a refused network, and never an address', async () => {
    const ask = (at: number) =>
      portal.send({
        method: 'GET',
        url: `/api/users/resetPassLink/nobody${at}@acme.example`,
        remoteAddress: '10.9.9.9',
      })
    const rows = () => portal.db.selectFrom('attempt').selectAll().execute()
    for (let at = 0; at < 20; at++) assert.equal((await ask(at)).status, 404)
    const before = (await rows()).length
    for (let at = 20; at < 40; at++) assert.equal((await ask(at)).status, 429)
    assert.equal((await rows()).length, before)
    assert.ok((await rows()).every(({ key }) => !/@|10\.9\.9/.test(key)))
  })
})

describe('resets that strangers ask for', () => {
  it('neither fill the mailbox nor prevent the owner’s own reset', async () => {
    const { email } = await portal.addUser({ password_hash })
    const ask = (from: string) =>
      portal.send({ method: 'GET', url: `/api/users/resetPassLink/${email}`, remoteAddress: from })
    for (let from = 1; from <= 10; from++) for (let at = 0; at < 5; at++) await ask(`10.5.5.${from}`)
    assert.equal((await ask('10.0.0.1')).status, 200)
    const mails = await portal.db
      .selectFrom('mail')
      .select('body')
      .where('recipient', '=', email)
      .orderBy('id')
      .execute()
    assert.ok(mails.length <= 10, String(mails.length))
    const key = /Key: (\S+)/.exec(mails.at(-1)?.body ?? '')?.[1] ?? ''
    const body = { email, pass: 'violet-anchor-17', key }
    const { status } = await portal.send({ method: 'POST', url: '/api/users/resetUserPass', payload: body })
    assert.equal(status, 200)
  })
})
