import { failureOf } from './api-error.ts'
import { fetchAsUser } from './fetch-as-user.ts'
import { toastError } from './toast.ts'

/** Saves a file that requires the session; shows errors as a toast. Resolves when the file has arrived. */
export const download = async (address: string, name: string): Promise<void> => {
  try {
    const file = await fetchFile(address)
    saveFile(file, file.type, name)
  } catch (error) {
    toastError(error instanceof Error ? error.message : 'The file could not be loaded. Try again.')
  }
}

const fetchFile = async (address: string): Promise<Blob> => {
  const response = await fetchAsUser(address)
  if (response.ok) return response.blob()
  throw failureOf(response.status, await response.json().catch(() => null))
}

/** Offers content to the browser as a file download. */
export const saveFile = (content: BlobPart, type: string, name: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
