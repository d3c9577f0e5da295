import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { isMarkAlive } from './presence.ts'

/**
 * Runs the act with a folder to build in, unless a living process with a smaller mark builds already. Two may still
 * build at once, so what is built has to be moved in place by a rename; this only saves their work.
 */
export const build = async (folder: string, mark: string, act: (workshop: string) => Promise<void>) => {
  if (await isAnotherBuilding(folder, mark)) return
  const workshop = join(folder, `new-${mark}`)
  await mkdir(workshop)
  try {
    // The account of the server passes through, whatever the umask; what is private inside is closed by itself.
    await chmod(workshop, 0o711)
    if (!(await isAnotherBuilding(folder, mark))) await act(workshop)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

const isAnotherBuilding = async (folder: string, mark: string) => {
  for (const name of await readdir(folder)) {
    const other = name.startsWith('new-') ? name.slice('new-'.length) : mark
    if (other === mark) continue
    if (!(await isMarkAlive(other))) await rm(join(folder, name), { recursive: true, force: true })
    else if (other < mark) return true
  }
  return false
}
