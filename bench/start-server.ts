import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

export const projectRoot = resolve(import.meta.dirname, '..')

export interface Server {
  url: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts one of the project's programs and waits for the line with its address. It gets none of the caller's settings,
 * so that a measured portal cannot contact other systems.
 */
export const startServer = async (
  file: string,
  environment: Record<string, string>,
  ...parameters: string[]
): Promise<Server> => {
  if (isStopping) throw new Error('The run was interrupted.')
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  const child = spawn(process.execPath, ['--max-semi-space-size=16', file, ...parameters], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, TMPDIR, NODE_ENV: 'production', ...environment },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (http:\S+)/.exec(line)?.[1]
    if (!url) continue
    child.stdout.resume()
    return { url, pid: child.pid ?? 0, stop: () => stop(child) }
  }
  throw new Error(`${file} ended before it was ready.`)
}

const running = new Set<ChildProcess>()
let isStopping = false

/** Stops running programs and prevents new ones from starting. */
export const stopServers = async (): Promise<void> => {
  isStopping = true
  await Promise.all([...running].map(stop))
}

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })

/** Settings of a measured portal: like production, but without rate limits. */
export const measuredSettings = { DEMO: '0', REQUIRE_LICENSE: '0', PORT: '0', RATE_LIMITS: '0', LOG_LEVEL: 'error' }

/** Rebuilds dist if needed, like `npm start`. */
export const buildDist = (): Promise<void> =>
  new Promise((done, failed) => {
    const script = `import { build } from './scripts/build.mjs'; await build()`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: projectRoot,
      stdio: 'inherit',
    })
    child.on('error', failed)
    child.on('exit', (code) => (code === 0 ? done() : failed(new Error('The portal could not be built.'))))
  })
