import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()

/** A folder that is removed after the run, even if it is interrupted. */
export const makeFolder = async (name: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `apotheca-${name}-`))
  // As root the database runs as nobody, which needs to traverse the folder.
  await chmod(folder, 0o711)
  folders.add(folder)
  return folder
}

export const removeFolder = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  folders.delete(folder)
}

export const removeFolders = async (): Promise<void> => {
  for (const folder of folders) await removeFolder(folder)
}
