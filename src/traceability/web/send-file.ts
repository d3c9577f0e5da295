import { ApiError, failureOf } from '#web/api-error.ts'
import { fetchAsUser } from '#web/fetch-as-user.ts'
import { promptPassword } from '#web/password-question.ts'
import { randomKey } from '#web/random-key.ts'

/** Sends a file as multipart form data, after the password if the call needs it; throws the refusal with its reasons. */
export const sendFile = async (address: string, file: File, key = randomKey()): Promise<unknown> => {
  const form = new FormData()
  form.append('file', file)
  const response = await fetchAsUser(address, { method: 'POST', headers: { 'idempotency-key': key }, body: form })
  const reply: unknown = await response.json().catch(() => null)
  if (response.ok) return reply
  const failure: ApiError = failureOf(response.status, reply)
  if (failure.details['passwordNeeded'] === true && (await promptPassword())) return sendFile(address, file, key)
  throw failure
}
