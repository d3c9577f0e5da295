import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { activeAdmins } from './find-account.ts'

const portal = await startTestPortal()
const { db } = portal

test('emails for the back office go to admins who can sign in, by password or company account', async () => {
  const admin = { is_admin: true, email: 'a@acme.example', password_hash: 'a hash' }
  await portal.addUser(admin)
  const company = await portal.addUser({ is_admin: true, email: 'b@acme.example' })
  await db
    .insertInto('company_identity')
    .values({ issuer: 'https://login.acme.example', subject: 'b', user_id: company._id })
    .execute()
  await portal.addUser({ is_admin: true, email: 'invited@acme.example' })
  await portal.addUser({ ...admin, email: 'inactive@acme.example', is_active: false })
  await portal.addUser({ ...admin, email: 'buyer@acme.example', is_admin: false })
  assert.deepEqual(
    (await activeAdmins(db)).map(({ email }) => email),
    ['a@acme.example', 'b@acme.example'],
  )
})
