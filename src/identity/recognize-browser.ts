import type { App } from '#platform/feature.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { newDeviceEmail } from './compose-notices.ts'
import { documentCookie } from './document-cookie.ts'
import { isUnknownDevice, registerDevice } from './recognize-device.ts'
import { queueNotice } from './queue-notice.ts'

/**
 * Cookies after a sign-in: one for documents, one to recognize this browser. If the user has other known browsers but
 * not this one, emails a notice.
 */
export const recognizeBrowser = async (
  { db, config }: Pick<App, 'db' | 'config'>,
  { _id: userId, token, email, name }: SignedInUser,
  { cookie, ip, userAgent }: RequestFacts,
): Promise<string[]> => {
  if (await isUnknownDevice(db, { userId, cookie, config }))
    await queueNotice(db, userId, newDeviceEmail({ email, name }, { ip, userAgent, at: new Date() }, config))
  return [documentCookie(token, config), await registerDevice(db, { userId, cookie, config })]
}
