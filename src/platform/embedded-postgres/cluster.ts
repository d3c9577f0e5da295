import { execFile } from 'node:child_process'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Engine } from './engine.ts'
import { giveTo, type Home } from './home.ts'

const run = promisify(execFile)

export const superuser = 'postgres'

/** A minimal environment for PostgreSQL's programs, without variables that could redirect them. */
const bareEnvironment = (): NodeJS.ProcessEnv => {
  const kept = ['PATH', 'TMPDIR'].map((name) => [name, process.env[name]])
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), LC_ALL: 'C', TZ: 'UTC' }
}

/** Options to spawn a program as the server's account. `| 0`: macOS reports nobody as 4294967294. */
export const runAs = ({ account, folder }: Home) => ({
  cwd: folder,
  env: bareEnvironment(),
  ...(account ? { uid: account.uid | 0, gid: account.gid | 0 } : {}),
})

/** Whether the folder contains a database; throws if a different major version wrote it. */
export const isCreated = async ({ folder, data }: Home, engine: Engine) => {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (version === null) return false
  const [theirs, ours] = [version.trim(), engine.release.split('.')[0]]
  if (theirs === ours) return true
  throw new Error(
    `The database in ${folder} was written by PostgreSQL ${theirs}, and this portal brings PostgreSQL ${ours}. ` +
      'Back it up with the release of the portal that wrote it, move the folder away and restore the backup, ' +
      'or set DATABASE_URL.',
  )
}

/** Creates the database in a temporary folder and renames it into place, so that it is never half there. */
export const createCluster = async (home: Home, engine: Engine, how: { workshop: string; durable: boolean }) => {
  const data = join(how.workshop, 'data')
  await mkdir(data, { mode: 0o700 })
  await giveTo(home.account, data)

  const options = ['-D', data, '-U', superuser, '--encoding=UTF8', '--locale=C', '--locale-provider=builtin']
  options.push('--builtin-locale=C.UTF-8', '--auth-local=trust', '--auth-host=scram-sha-256', '--no-instructions')
  if (!how.durable) options.push('--no-sync')
  await run(engine.initdb, options, runAs(home)).catch((error: Error & { stderr?: string }) => {
    throw new Error(
      `PostgreSQL could not create its database in ${home.folder}: ${error.stderr || error.message}. ` +
        'On a Linux without glibc, such as Alpine, set DATABASE_URL.',
    )
  })

  // The rename fails when another process was faster; then its database is used.
  await rename(data, home.data).catch(async (error: unknown) => {
    if (!(await isCreated(home, engine))) throw error
  })
}
