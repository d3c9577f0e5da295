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

/** Where `npm run release` puts it. */
export const archive = resolve(houseRoot, `dist/release/apotheca-${version}.tar.gz`)

/** This process's environment without any setting of a portal. */
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
  if (!isSo) throw new Error(`It does not hold: ${what}`)
  process.stderr.write(`${what}: yes\n`)
}

export const buildRelease = () =>
  timed('npm run release', () =>
    execute(process.execPath, ['scripts/release.mjs'], { cwd: houseRoot, maxBuffer: 64 * 1024 * 1024 }),
  )

export const hasArchive = (): boolean => existsSync(archive)

interface Started {
  address: string
  /** Ends it by a signal to the program that was started; waits until all that it started has ended. */
  stop(): Promise<{ code: number | null }>
}

/** Starts a portal and waits until it says where it is ready. */
export const startUp = async (
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number },
): Promise<Started> => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  // Not before the last that writes there has gone.
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
  if (!stdout) throw new Error('It says nothing.')
  for await (const line of createInterface({ input: stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1]
    if (!address) continue
    stdout.resume()
    return address
  }
  throw new Error('The portal did not become ready.')
}
