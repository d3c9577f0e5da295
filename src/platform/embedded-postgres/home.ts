import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

interface Account {
  uid: number
  gid: number
}

/** Paths of a server; `account` is set when the portal runs as root, because PostgreSQL refuses to. */
export interface Home {
  folder: string
  data: string
  account: Account | null
}

const isRoot = () => process.geteuid?.() === 0

/** Resolves the data folder and the account that runs the server. */
export const resolveHome = async (wanted: string): Promise<Home> => {
  await mkdir(wanted, { recursive: true })
  let folder = await realpath(wanted)
  folder = await realpath(join(folder, 'elsewhere')).catch(() => folder)
  if (!isRoot()) return { folder, data: join(folder, 'data'), account: null }

  const owner = await stat(join(folder, 'data')).catch(() => null)
  if (owner && owner.uid !== 0) {
    return { folder, data: join(folder, 'data'), account: { uid: owner.uid, gid: owner.gid } }
  }
  if (!(await isOpenAbove(folder))) folder = await moveOut(folder)
  if ((await stat(folder)).uid === 0) await chmod(folder, 0o711)
  return { folder, data: join(folder, 'data'), account: await nobody() }
}

/** Changes the owner of a file that root created; a no-op for other users. */
export const giveTo = async (account: Account | null, path: string) => {
  // `>>> 0`: macOS reports nobody as -2.
  if (account) await chown(path, account.uid >>> 0, account.gid >>> 0)
}

/** Files owned by root would lock the folder's owner out of the next start. */
export const giveToOwnerOf = async (folder: string, path: string) => {
  if (!isRoot()) return
  const { uid, gid } = await stat(folder)
  await chown(path, uid, gid)
}

// The server's account cannot enter a clone under /root (0700), and the portal must not change those permissions. So
// the data moves elsewhere behind a symlink, with a random name so that a new clone never finds the data of an old one.
const moveOut = async (folder: string): Promise<string> => {
  const link = join(folder, 'elsewhere')
  for (const parent of ['/var/lib', '/var/tmp']) {
    const place = await mkdtemp(join(parent, 'apotheca-')).catch(() => null)
    if (!place) continue
    try {
      await symlink(place, link)
      return place
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const theirs = await realpath(link).catch(() => null)
    if (theirs) {
      await rm(place, { recursive: true })
      return theirs
    }
    await symlink(place, `${link}-${basename(place)}`)
    await rename(`${link}-${basename(place)}`, link)
    return realpath(link)
  }
  throw new Error(
    `PostgreSQL does not run as root, and the account "nobody" cannot enter ${folder}. ` +
      'Set DATA_DIR to a folder that every account can reach, start the portal as an ordinary user, or set DATABASE_URL.',
  )
}

const isOpenAbove = async (folder: string): Promise<boolean> => {
  const parent = dirname(folder)
  if (parent === folder) return true
  return ((await stat(parent)).mode & 0o001) !== 0 && isOpenAbove(parent)
}

const nobody = async (): Promise<Account> => {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, uid, gid] = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(accounts) ?? []
  if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no account "nobody" to run it. ' +
      'Start the portal as an ordinary user, or set DATABASE_URL.',
  )
}

// The kernel's limit for socket paths.
const longestPath = process.platform === 'darwin' ? 103 : 107

/** A private folder for the server's socket: the data folder, or a short temporary one when its path is too long. */
export const socketFolder = async ({ data, account }: Home, socketName: string) => {
  if (Buffer.byteLength(join(data, socketName)) <= longestPath) return data
  const name = `apotheca-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`
  const short = [join(tmpdir(), name), join('/tmp', name)].find(
    (path) => Buffer.byteLength(join(path, socketName)) <= longestPath,
  )
  if (!short) throw new Error(`The folder for temporary files, ${tmpdir()}, has too long a path. Set TMPDIR.`)

  const uid = account?.uid ?? process.geteuid?.()
  await mkdir(short, { mode: 0o700 }).catch(() => undefined)
  const found = await lstat(short)
  const isPrivate = found.isDirectory() && (found.mode & 0o077) === 0
  if (isPrivate && found.uid === uid) return short
  if (isPrivate && found.uid === 0 && account) {
    await giveTo(account, short)
    return short
  }
  throw new Error(`${short} must be a folder of the account that runs PostgreSQL, and of it alone. Remove it.`)
}
