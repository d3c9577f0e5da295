import { demoPassword } from './journey.ts'
import type { RunningPortal } from './portal.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Calls the API as a user. The caller chooses the type of the answer, and every failure throws. */
interface Caller {
  _id: string
  call<T>(method: Method, path: string, body?: object): Promise<T>
}

/** Signs in through the API. */
export const callAs = async (portal: RunningPortal, email: string, password = demoPassword): Promise<Caller> => {
  const callWith =
    (headers: Record<string, string>) =>
    async <T>(method: Method, path: string, body?: object) => {
      const answer = await fetch(`${portal.url}${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    }
  const body = { email, password }
  const { _id, token } = await callWith({})<{ _id: string; token: string }>('POST', '/api/users/signin', body)
  return { _id, call: callWith({ authorization: `Bearer ${token}` }) }
}
