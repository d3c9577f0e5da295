import type { Config } from '#platform/config.ts'
import { act } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { sessionsEndedEmail } from './compose-notices.ts'
import type { accounts } from './contract.ts'
import { endSessions } from './end-sessions.ts'
import { restrictPasskeys } from './factors/restrict-passkeys.ts'
import { lockAccount } from './lock-account.ts'
import { queueNotice } from './queue-notice.ts'

/** For an admin, when a user's device is lost or in the wrong hands. */
export const endSessionsOf = (db: Db, config: Config, call: CallOf<typeof accounts.endSessionsOf>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { id } = call.params
    const { account } = await lockAccount(tx, id)
    await endSessions(tx, id)
    await restrictPasskeys(tx, id)
    await record('sessions ended', ['account', id])
    await queueNotice(tx, id, sessionsEndedEmail(account, config))
  })
