import type { App } from '#platform/feature.ts'
import type { AccountHooks } from '../account-hooks.ts'
import { changeGroup, makeGroup, removeGroup } from './change-group.ts'
import { businessGroups } from './contract.ts'
import { findGroup, listGroups } from './queries.ts'

export const groupRoutes = ({ serve, db }: App, news: Pick<AccountHooks, 'onGroupChanged'>): void => {
  serve(businessGroups.list, () => listGroups(db))

  serve(businessGroups.make, async ({ body, user, request }) => ({
    message: 'Group saved',
    _id: await makeGroup(db, { ...body, actor: user, request }),
  }))

  serve(businessGroups.byId, ({ params }) => findGroup(db, params.id))

  serve(businessGroups.change, async ({ params, body, user, request }) => {
    await changeGroup(db, news, { ...body, id: params.id, actor: user, request })
    return { message: 'Group saved' }
  })

  serve(businessGroups.remove, async ({ params, user, request }) => {
    await removeGroup(db, { id: params.id, actor: user, request })
    return { message: 'Group removed' }
  })
}
