// Installs a release like an operator, as an ordinary user, starts it from a read-only folder, and reports the time and
// memory.
import { chmod, chown, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { startEmbedded } from '#platform/embedded-postgres/embedded.ts'
import { freePort } from '#platform/free-port.ts'
import { version } from '#platform/version.ts'
import { databaseUrl } from '#portal/testing-process.ts'
import { houseRoot } from './house/read-house.ts'
import { archive, bareEnvironment, buildRelease, execute, hasArchive, insist, startUp, timed } from './try-release.ts'

const nobody = 65_534
const isRoot = process.getuid?.() === 0
const who = isRoot ? { uid: nobody, gid: nobody } : {}

const place = await mkdtemp(join(tmpdir(), 'apotheca-install-'))
const home = join(place, `apotheca-${version}`)
const data = join(place, 'data')
const environment = {
  ...bareEnvironment(),
  HOME: place,
  npm_config_cache: join(place, 'npm'),
  DATA_DIR: data,
  DEMO: '0',
  DATABASE_URL: 'embedded',
  PORT: '0',
  LOG_LEVEL: 'warn',
}

const everything = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).map((name) => join(folder, name))

const sizeOf = async (folder: string): Promise<string> => {
  const sizes = (await everything(folder)).map(async (file) => (await lstat(file)).size)
  return `${Math.round((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1_000_000)} MB`
}

/** From here on the folder is read-only, as in a container. */
const lock = async (folder: string): Promise<void> => {
  for (const file of [folder, ...(await everything(folder))]) {
    const stat = await lstat(file)
    if (stat.isSymbolicLink()) continue
    if (isRoot) await chown(file, 0, 0)
    await chmod(file, stat.mode & 0o555)
  }
}

const unpack = async (): Promise<void> => {
  await execute('chmod', ['-R', 'u+w', place])
  await rm(home, { recursive: true, force: true })
  await mkdir(data, { recursive: true })
  await execute('tar', ['-xzf', archive, '-C', place])
  if (isRoot) await execute('chown', ['-R', `${nobody}:${nobody}`, place])
}

/** Runs exactly the commands that docs/operations.md lists for a new installation. */
const steps = async (): Promise<string> => {
  const page = await readFile(resolve(houseRoot, 'docs/operations.md'), 'utf8')
  const [, section = ''] = /^## Install\n(.*?)^## /ms.exec(page) ?? []
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
}

const mostMinutes = 15
const log = join(place, 'portal.log')

/** Runs the commands in a shell, as a new operator would; the portal ends with the shell in any case. */
const typed = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const text = `set -e\ntrap 'kill -TERM $! 2>/dev/null || true; wait' EXIT\n${await steps()}`
  try {
    const { stdout } = await execute('bash', ['-c', text], { cwd: place, env, ...who, maxBuffer: 1e8 })
    return stdout
  } finally {
    const said = await readFile(log, 'utf8').catch(() => '')
    process.stderr.write(said && `portal.log:\n${said}`)
  }
}

const prove = async (): Promise<void> => {
  for (const name of await readdir(dirname(archive))) await copyFile(join(dirname(archive), name), join(place, name))
  if (isRoot) await execute('chown', ['-R', `${nobody}:${nobody}`, place])
  const port = String(await freePort())
  const { DEMO: _, DATA_DIR: __, PORT: ___, DATABASE_URL: ____, ...bare } = environment
  const began = Date.now()
  const stdout = await timed('the steps of docs/operations.md', () => typed({ ...bare, PORT: port }))
  process.stderr.write(stdout.replaceAll(/^(?!ok|not ok).*\n/gm, ''))
  insist(Date.now() - began < mostMinutes * 60_000, `less than ${mostMinutes} minutes`)
  const said = await readFile(log, 'utf8')
  insist(/ready at/.test(said), 'it started')
  insist(!/Installing|Building/.test(said), 'nothing was installed or built a second time')
  insist(/ann@example.com is now an administrator/.test(stdout), 'it has an administrator')
  insist(/rows written to/.test(stdout), 'it was backed up')
  process.stderr.write(`installed: ${await sizeOf(home)}\n`)
  await proveLocked()
}

/** Starts the same tree when it is read-only. */
const proveLocked = async (): Promise<void> => {
  await lock(home)
  const portal = await timed('npm start in a folder that is read-only', () =>
    startUp('npm', ['start'], { cwd: home, env: environment, ...who }),
  )
  insist((await fetch(`${portal.address}/readyz`)).ok, 'it is ready')
  insist((await fetch(portal.address, { headers: { accept: 'text/html' } })).ok, 'its page is there')
  await portal.stop()
  process.stderr.write('stopped by the signal to npm: yes\n')
}

/** Runs the image's install steps and its start with the current Node. */
const proveImage = async (): Promise<void> => {
  process.stderr.write('\nas the image:\n')
  await unpack()
  const postgres = await startEmbedded(join(place, 'postgres'))
  try {
    await timed('install-tree.sh', () =>
      execute('sh', ['deploy/install-tree.sh', home], { cwd: home, env: environment, ...who }),
    )
    process.stderr.write(`installed: ${await sizeOf(home)}\n`)
    await lock(home)
    const address = (user: string) => databaseUrl({ ...postgres.connection, user, database: 'postgres' })
    const settings = { ...environment, DATABASE_URL: address('apotheca_portal') }
    const owner = { MIGRATION_DATABASE_URL: address(String(postgres.connection.user)) }
    const command = [process.execPath, ['src/portal/commands.ts', 'set-up-database']] as const
    await timed('set-up-database', () => execute(...command, { cwd: home, env: { ...settings, ...owner }, ...who }))
    const env = { ...settings, REFUSE_OWNER: '1' }
    const portal = await timed('until ready', () =>
      startUp(process.execPath, ['dist/server/main.js'], { cwd: home, env, ...who }),
    )
    insist((await fetch(`${portal.address}/readyz`)).ok, 'it is ready')
    insist((await portal.stop()).code === 0, 'it ends well')
  } finally {
    await postgres.stop()
  }
}

try {
  if (!hasArchive()) await buildRelease()
  await prove()
  await proveImage()
} finally {
  await execute('chmod', ['-R', 'u+w', place])
  await rm(place, { recursive: true, force: true })
}
