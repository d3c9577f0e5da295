import { promptSignIn } from './password-question.ts'
import { session } from './session.ts'

let sessionEnded: (token: string) => void = () => {}

/** Sets what happens when a session has ended and its user does not sign in again. */
export const onSessionEnd = (ended: (token: string) => void): void => {
  sessionEnded = ended
}

/** Signing in is for those without a session. */
const signingIn = /^\/api\/users\/signin(?:[/?]|$)/

/**
 * Asks as the user. Where the session has ended meanwhile, its user signs in again above the page, which keeps all that was
 * typed, and the same is asked once more.
 */
export const fetchAsUser = async (address: string, init: RequestInit = {}): Promise<Response> => {
  const { user } = session()
  if (!user || signingIn.test(address)) return fetch(address, init)
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${user.token}` } // ours are always such
  const response = await fetch(address, { ...init, headers })
  return response.status === 401 && (await isSignedInAgain(user)) ? fetchAsUser(address, init) : response
}

/** Whether the user whose token was refused has another one by now. */
const isSignedInAgain = async ({ _id, token }: { _id: string; token: string }): Promise<boolean> => {
  if (session().user?.token === token && !(await promptSignIn())) sessionEnded(token)
  const { user } = session()
  return user?._id === _id && user.token !== token
}
