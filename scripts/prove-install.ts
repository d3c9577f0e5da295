// Installs a release as an operator does, as an ordinary user, and starts it from a folder that nobody may write: what it took.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startEmbedded } from '#platform/embedded-postgres/embedded.ts'
import { freePort } from '#platform/free-port.ts'
import { version } from '#platform/version.ts'
import { databaseUrl } from '#portal/testing-process.ts'
import { root } from './house/read-house.ts'

const execute = promisify(execFile)
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const who = isRoot ? { uid: nobody, gid: nobody } : {}

const place = await mkdtemp(join(tmpdir(), 'apotheca-install-'))
const home = join(place, `apotheca-${version}`)
const archive = resolve(root, `dist/release/apotheca-${version}.tar.gz`)
const data = join(place, 'data')
const environment = {
  ...process.env,
  HOME: place,
  npm_config_cache: join(place, 'npm'),
  DATA_DIR: data,
  DEMO: '0',
  PORT: '0',
  LOG_LEVEL: 'warn',
}

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const begun = Date.now()
  const done = await work()
  process.stdout.write(`${what}: ${((Date.now() - begun) / 1_000).toFixed(1)} s\n`)
  return done
}

const everything = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).map((name) => join(folder, name))

const sizeOf = async (folder: string): Promise<string> => {
  const sizes = (await everything(folder)).map(async (file) => (await lstat(file)).size)
  return `${Math.round((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1_000_000)} MB`
}

/** From here on it is as in a container whose root is read-only. */
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

const whenReady = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error('It says nothing.')
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('The portal did not become ready.')
}

const insist = (isSo: boolean, what: string): void => {
  if (!isSo) throw new Error(what)
  process.stdout.write(`${what}: yes\n`)
}

/** What docs/operations.md tells a newcomer to type, and nothing else. */
const steps = async (): Promise<string> => {
  const page = await readFile(resolve(root, 'docs/operations.md'), 'utf8')
  const [, section = ''] = /^## Install\n(.*?)^## /ms.exec(page) ?? []
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
}

const mostMinutes = 15

const prove = async (): Promise<void> => {
  await unpack()
  await execute('chmod', ['-R', 'u+w', place])
  await rm(home, { recursive: true })
  for (const name of await readdir(dirname(archive))) await copyFile(join(dirname(archive), name), join(place, name))
  if (isRoot) await chown(place, nobody, nobody)
  const port = String(await freePort())
  const { DEMO: _, DATA_DIR: __, PORT: ___, ...bare } = environment
  const typed = `set -e\n${await steps()}\nkill -TERM $!\nwait $! || true\n`
  const begun = Date.now()
  const { stdout } = await timed('the steps of docs/operations.md', () =>
    execute('bash', ['-c', typed], { cwd: place, env: { ...bare, PORT: port }, ...who, maxBuffer: 1e8 }),
  )
  process.stdout.write(stdout.replaceAll(/^(?!ok|not ok).*\n/gm, ''))
  insist(Date.now() - begun < mostMinutes * 60_000, `less than ${mostMinutes} minutes`)
  insist(/ann@example.com is an administrator now/.test(stdout), 'it has an administrator')
  insist(/rows written to/.test(stdout), 'it was backed up')
  process.stdout.write(`installed: ${await sizeOf(home)}\n`)
  const said = await readFile(join(place, 'portal.log'), 'utf8')
  insist(/ready at/.test(said) && !/Installing|Building/.test(said), 'nothing was installed or built a second time')
  await proveLocked()
}

/** The same tree, when nobody may write there any more. */
const proveLocked = async (): Promise<void> => {
  await lock(home)
  const child = spawn('npm', ['start'], { cwd: home, env: environment, ...who, stdio: ['ignore', 'pipe', 'inherit'] })
  const address = await timed('npm start in a folder that is read-only', () => whenReady(child))
  insist((await fetch(`${address}/readyz`)).ok, 'it is ready')
  insist((await fetch(address, { headers: { accept: 'text/html' } })).ok, 'its page is there')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  for (;;)
    if (
      await fetch(`${address}/healthz`).then(
        () => false,
        () => true,
      )
    )
      break
  process.stdout.write('stopped by the signal to npm: yes\n')
}

/** The image's own steps, and its start, with the Node that runs this. */
const proveImage = async (): Promise<void> => {
  process.stdout.write('\nas the image:\n')
  await unpack()
  const postgres = await startEmbedded(join(place, 'postgres'))
  try {
    await timed('install-tree.sh', () =>
      execute('sh', ['deploy/install-tree.sh', home], { cwd: home, env: environment, ...who }),
    )
    process.stdout.write(`installed: ${await sizeOf(home)}\n`)
    await lock(home)
    const address = (user: string) => databaseUrl({ ...postgres.connection, user, database: 'postgres' })
    const settings = { ...environment, DATABASE_URL: address('apotheca_portal') }
    const owner = { MIGRATION_DATABASE_URL: address(String(postgres.connection.user)) }
    const command = [process.execPath, ['src/portal/commands.ts', 'set-up-database']] as const
    await timed('set-up-database', () => execute(...command, { cwd: home, env: { ...settings, ...owner }, ...who }))
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: home,
      env: { ...settings, REFUSE_OWNER: '1' },
      ...who,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await timed('until ready', () => whenReady(child))
    insist((await fetch(`${url}/readyz`)).ok, 'it is ready')
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    insist((await ended)[0] === 0, 'it ends well')
  } finally {
    await postgres.stop()
  }
}

try {
  await prove()
  await proveImage()
} finally {
  await execute('chmod', ['-R', 'u+w', place])
  await rm(place, { recursive: true, force: true })
}
