import { promptSignIn } from './password-question.ts'
import { session } from './session.ts'

let sessionEnded: (token: string) => void = () => {}

/** Sets the handler for a session that ended and whose user does not sign in again. */
export const onSessionEnd = (ended: (token: string) => void): void => {
  sessionEnded = ended
}

/** Sign-in calls never send a session. */
const signingIn = /^\/api\/users\/signin(?:[/?]|$)/

/** Fetches with the user's token. If the session ended, the user signs in above the page, and the request repeats. */
export const fetchAsUser = async (address: string, init: RequestInit = {}): Promise<Response> => {
  const { user } = session()
  if (!user || signingIn.test(address)) return fetch(address, init)
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${user.token}` } // this app always passes headers as an object
  const response = await fetch(address, { ...init, headers })
  return response.status === 401 && (await isSignedInAgain(user)) ? fetchAsUser(address, init) : response
}

/** Whether the user whose token was refused has a new one. */
const isSignedInAgain = async ({ _id, token }: { _id: string; token: string }): Promise<boolean> => {
  if (session().user?.token === token && !(await promptSignIn())) sessionEnded(token)
  const { user } = session()
  return user?._id === _id && user.token !== token
}
