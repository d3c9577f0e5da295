import { type AccountFacts, type TestReply, startTestPortal, type TestUser } from '#portal/testing.ts'
import { users } from './contract.ts'

const billTo = {
  billto_name: 'Bills',
  billto_address1: '1 Main Street',
  billto_city: 'Boston',
  billto_state: 'MA',
  billto_zip: '02101',
  billto_country: 'US',
}

type Sent = Promise<TestReply<Record<string, unknown>>>

/** A portal with two admins who accept and edit customers. */
export const startJoining = async () => {
  const portal = await startTestPortal()
  const { db } = portal
  const [admin, other] = [
    await portal.addUser({ is_admin: true, password_hash: 'x' }),
    await portal.addUser({ is_admin: true, password_hash: 'x' }),
  ]

  let numbers = 5_000_000
  const newNumber = () => String(++numbers)
  const addCustomer = (facts: AccountFacts = {}) => portal.addUser({ ...billTo, ...facts })
  const addWaiting = (facts: AccountFacts = {}) => portal.addUser({ ...billTo, is_active: false, ...facts })

  const accept = (user: TestUser, joins?: string, as = admin): Sent =>
    portal.send({ method: 'PUT', url: `/api/users/Activate/${user._id}`, query: joins ? { joins } : {}, as })
  const edit = (user: TestUser, payload: object, joins?: string, as = admin): Sent =>
    portal.send({ method: 'PUT', url: `/api/users/${user._id}`, query: joins ? { joins } : {}, payload, as })
  const userOf = async ({ _id }: TestUser) => (await portal.call(users.byId, { params: { id: _id }, as: admin })).body
  const businessOf = async ({ _id }: TestUser) => {
    const user = await db
      .selectFrom('user_account')
      .select('business_id')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow()
    return user.business_id
  }
  const statusOf = async (id: string) =>
    (await db.selectFrom('business').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  const bearersOf = async (number: string) =>
    (
      await db
        .selectFrom('business')
        .select('id')
        .where('account_number', '=', number)
        .where('deleted_at', 'is', null)
        .execute()
    ).length
  /** All form fields as the screen sends them back. */
  const formOf = async (user: TestUser) => {
    const { _id, isAdmin, isSalesRep, hasPassword, isExistingCustomer, createdAt, ...form } = await userOf(user)
    return {
      ...form,
      GLNNumber: 'some GLN',
      GS1Number: 'some GS1',
      phone: '555-0100',
      licenseType: 'Clinic',
      licenseAddress: 'Main Street',
      licenseName: 'Board',
      licenseExpiryDate: '2031-01-01',
    }
  }
  const asks = { accept, edit, userOf, businessOf, statusOf, bearersOf, formOf }
  return { portal, db, admin, other, newNumber, addCustomer, addWaiting, ...asks }
}
