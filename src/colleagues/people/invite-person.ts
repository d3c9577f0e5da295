import { inviteUser } from '#customers/invite-user.ts'
import { lockBusinesses } from '#identity/lock-businesses.ts'
import { refuseFull } from '#platform/refuse-full.ts'
import type { App } from '#platform/feature.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { maxPeople, type people } from './contract.ts'
import { businessToChange } from './find-business.ts'

/** Invites a user to the business. */
export const invitePerson = async (app: App, call: CallOf<typeof people.invite>): Promise<void> => {
  const { params, body, user } = call
  try {
    await inviteUser(app, call, {
      columnsOf: async (tx) => {
        const { id } = await businessToChange(tx, user, params.id)
        await lockBusinesses(tx, { id, number: null })
        const present = tx.selectFrom('user_account').where('business_id', '=', id).where('deleted_at', 'is', null)
        await refuseFull(present, maxPeople, `A business can have at most ${maxPeople} users.`)
        return { business_id: id, buying_role: body.role }
      },
    })
  } catch (error) {
    // A taken address is sometimes just with another business by mistake, so the error is shown; the limit stops
    // managers from probing lists of addresses.
    if (error instanceof Refusal && error.details['field'] === 'email')
      await app.countAttempt(app.db, { what: 'invite-known', whom: [user._id], most: 5, seconds: 86_400 })
    throw error
  }
}
