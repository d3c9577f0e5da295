import { failureOf } from '#web/api-error.ts'
import { fetchAsUser } from '#web/fetch-as-user.ts'
import { randomKey } from '#web/random-key.ts'

/** Formats of private documents, for file choosers; the server looks at the content. */
export const documentFormats = 'application/pdf,image/png,image/jpeg,image/webp'

/** Sends one file and returns the message of the reply; throws the refusal. */
export const sendDocument = async (address: string, file: File): Promise<string> => {
  const form = new FormData()
  form.append('file', file)
  const response = await fetchAsUser(address, {
    method: 'POST',
    headers: { 'idempotency-key': randomKey() },
    body: form,
  })
  const reply: unknown = await response.json().catch(() => null)
  if (!response.ok) throw failureOf(response.status, reply)
  return (reply as { message: string }).message // the server validated its reply
}
