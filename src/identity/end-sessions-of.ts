import { recordAudit } from '#audit/record-entry.ts'
import type { Config } from '#platform/config.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { sessionsEndedEmail } from './compose-notices.ts'
import { endSessions } from './end-sessions.ts'
import { restrictPasskeys } from './factors/restrict-passkeys.ts'
import { lockAccount } from './lock-account.ts'
import { queueNotice } from './queue-notice.ts'

interface Ending {
  actor: Caller
  id: string
  request: RequestFacts
}

/** For an admin, when a user's device is lost or in the wrong hands. */
export const endSessionsOf = (db: Db, config: Config, { actor, id, request }: Ending): Promise<void> =>
  actOnce(db, request, async (tx) => {
    const { account } = await lockAccount(tx, id)
    await endSessions(tx, id)
    await restrictPasskeys(tx, id)
    await recordAudit(tx, { actorId: actor._id, action: 'sessions ended', entity: 'account', entityId: id, request })
    await queueNotice(tx, id, sessionsEndedEmail(account, config))
  })
