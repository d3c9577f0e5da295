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

  serve(people.invite, async ({ params, body, user, request }) => {
    await invitePerson(app, { actor: user, of: params.id, person: body, request })
    return { message: 'Invitation sent' }
  })

  serve(people.inviteAgain, async ({ params: { id }, user, request }) => {
    await inviteAgain(app, { actor: user, id, allow: (tx) => businessToChange(tx, user, id), request })
    return { message: 'Invitation sent' }
  })

  serve(people.change, async ({ params, body, user, request }) => {
    await changePerson(db, { actor: user, id: params.id, ...body, request })
    return { message: 'User updated' }
  })

  serve(people.allow, async ({ params, body, user, request }) => {
    await allowManagers(db, { actor: user, id: params.id, ...body, request })
    return { message: body.isManaged ? 'Managers can now manage users' : 'Managers can no longer manage users' }
  })
}
