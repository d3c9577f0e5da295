import type { App } from '#platform/feature.ts'
import { allowManagers, changePerson } from './change-person.ts'
import { inviteAgain } from '#customers/invite-user.ts'
import { people } from './contract.ts'
import { businessToChange } from './find-business.ts'
import { invitePerson } from './invite-person.ts'
import { peopleOf } from './queries.ts'

export const peopleRoutes = (app: App): void => {
  const { serve, db } = app

  serve(people.list, ({ params, user }) => peopleOf(db, user, params.id))

  serve(people.invite, (call) => invitePerson(app, call))

  serve(people.inviteAgain, (call) => inviteAgain(app, call, (tx) => businessToChange(tx, call.user, call.params.id)))

  serve(people.change, (call) => changePerson(db, call))

  serve(people.allow, async (call) => {
    await allowManagers(db, call)
    return {
      message: call.body.isManaged ? 'Managers can now manage users' : 'Managers can no longer manage users',
    }
  })
}
