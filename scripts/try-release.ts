import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { secrets } from '#platform/config.ts'
import { settings } from '#platform/settings.ts'
import { version } from '#platform/version.ts'
import { houseRoot } from './house/read-house.ts'

export const execute = promisify(execFile)

/** The path that `npm run release` writes to. */
export const archive = resolve(houseRoot, `dist/release/apotheca-${version}.tar.gz`)

/** The environment of this process without the portal's settings. */
export const bareEnvironment = (): NodeJS.ProcessEnv => {
  const ours = [...Object.keys(settings), ...secrets.map((name) => `${name}_FILE`)]
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.includes(name)))
}

export const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const done = await work()
  process.stderr.write(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s\n`)
  return done
}

export const insist = (isSo: boolean, what: string): void => {
  if (!isSo) throw new Error(`Failed: ${what}`)
  process.stderr.write(`${what}: yes\n`)
}

export const buildRelease = () =>
  timed('npm run release', () =>
    execute(process.execPath, ['scripts/release.mjs'], { cwd: houseRoot, maxBuffer: 64 * 1024 * 1024 }),
  )

export const hasArchive = (): boolean => existsSync(archive)

interface Started {
  address: string
  /** Stops it with a signal to the started program; waits until all its children have exited. */
  stop(): Promise<{ code: number | null }>
}

/** Starts a portal and waits until it prints its address. */
export const startUp = async (
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number },
): Promise<Started> => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  // The pipe closes when the last process that writes to it has exited.
  const ended = once(child, 'close')
  const address = await addressIn(child)
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return { code }
    },
  }
}

const addressIn = async ({ stdout }: ChildProcess): Promise<string> => {
  if (!stdout) throw new Error('The program has no output.')
  for await (const line of createInterface({ input: stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1]
    if (!address) continue
    stdout.resume()
    return address
  }
  throw new Error('The portal did not become ready.')
}
