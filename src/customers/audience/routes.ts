import type { App } from '#platform/feature.ts'
import type { AccountHooks } from '../account-hooks.ts'
import { changeGroup, makeGroup, removeGroup } from './change-group.ts'
import { businessGroups } from './contract.ts'
import { findGroup, listGroups } from './queries.ts'

export const groupRoutes = ({ serve, db }: App, news: Pick<AccountHooks, 'onGroupChanged'>): void => {
  serve(businessGroups.list, () => listGroups(db))

  serve(businessGroups.make, async (call) => ({ message: 'Group saved', _id: await makeGroup(db, call) }))

  serve(businessGroups.byId, ({ params }) => findGroup(db, params.id))

  serve(businessGroups.change, (call) => changeGroup(db, news, call))

  serve(businessGroups.remove, (call) => removeGroup(db, call))
}
