import { sql } from 'kysely'
import { type Inviting, inviteUser } from '#customers/invite-user.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { Tx } from '#platform/db/tables.ts'
import { maxPeople, type NewPerson } from './contract.ts'
import { businessToChange } from './find-business.ts'

interface Invited {
  actor: Caller
  /** A user of the business. */
  of: string
  person: NewPerson
  request: RequestFacts
}

/** Invites a user to the business. */
export const invitePerson = async (app: Inviting, { of, ...invite }: Invited): Promise<void> => {
  const { actor, person } = invite
  try {
    await inviteUser(app, {
      ...invite,
      columnsOf: async (tx) => {
        const { id } = await businessToChange(tx, actor, of)
        await lockBusinesses(tx, { id, number: null })
        await refuseTooMany(tx, id)
        return { business_id: id, buying_role: person.role }
      },
    })
  } catch (error) {
    // A taken address is sometimes just with another business by mistake, so the error is shown; the limit stops
    // managers from probing lists of addresses.
    if (error instanceof Refusal && error.details['field'] === 'email')
      await app.countAttempt(app.db, { what: 'invite-known', whom: [actor._id], most: 5, seconds: 86_400 })
    throw error
  }
}

const refuseTooMany = async (tx: Tx, businessId: string): Promise<void> => {
  const { count } = await tx
    .selectFrom('user_account')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= maxPeople) throw new Refusal(409, `A business can have at most ${maxPeople} users.`)
}
