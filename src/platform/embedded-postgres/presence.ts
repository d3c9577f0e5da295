import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { giveToOwnerOf } from './home.ts'

/** Identifies this process, even if a later process reuses its PID. */
const markOf = async (pid: number) => `${pid}-${(await statusOf(pid))?.birth ?? 0}`

/** Whether the process with this mark is alive. */
export const isMarkAlive = async (mark: string) => {
  const [pid, birth] = mark.split('-').map(Number)
  if (!pid || !isAlive(pid)) return false
  const status = await statusOf(pid)
  return !status || (!status.isZombie && (!birth || status.birth === birth))
}

/** Whether a process with this PID is running; a zombie counts as gone. */
export const isProcess = async (pid: number) => isAlive(pid) && !(await statusOf(pid))?.isZombie

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// Only Linux has a cheap way to tell; elsewhere the PID alone decides.
const statusOf = async (pid: number) => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { isZombie: fields[0] === 'Z', birth: Number(fields[19]) }
}

export interface Presence {
  mark: string
  /** Whether another process is deciding whether to stop the server, or stopping it. */
  isAnyoneLeaving: () => Promise<boolean>
  /** Announces that this process leaves; true when it is the last and must stop the server. */
  leave: () => Promise<boolean>
  forget: () => Promise<void>
}

let entries = 0

/**
 * Registers this process as a user of the server. Joining processes write their mark before they look for leaving ones,
 * and leaving processes write theirs before they look for users, so at least one of two concurrent processes sees the
 * other.
 */
export const registerPresence = async (folder: string): Promise<Presence> => {
  const users = join(folder, 'users')
  await mkdir(users, { recursive: true })
  await giveToOwnerOf(folder, users)
  const mark = `${await markOf(process.pid)}-${++entries}`
  const [using, leaving] = [join(users, `${mark}.using`), join(users, `${mark}.leaving`)]
  await writeFile(using, '')

  const isAnyone = async (state: 'using' | 'leaving') => {
    for (const name of await readdir(users)) {
      const [other = '', itsState] = name.split('.')
      if (!(await isMarkAlive(other))) await rm(join(users, name), { force: true })
      else if (other !== mark && itsState === state) return true
    }
    return false
  }

  return {
    mark,
    isAnyoneLeaving: () => isAnyone('leaving'),
    leave: async () => {
      await rename(using, leaving)
      return !(await isAnyone('using'))
    },
    forget: async () => {
      await rm(using, { force: true })
      await rm(leaving, { force: true })
    },
  }
}
