import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmod, glob, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { run as runNodeTests } from 'node:test'
import { spec } from 'node:test/reporters'
import { join, resolve } from 'node:path'
import { startEmbedded } from '../src/platform/embedded-postgres/embedded.ts'
import { openMemory } from '../src/platform/embedded-postgres/testing-memory.ts'
import { testPostgresFolder } from '../src/platform/embedded-postgres/testing-place.ts'

interface Count {
  passed: number
  failed: number
}

const root = resolve(import.meta.dirname, '..')

/** The same on every machine, so that a suite that passes on a large machine passes on a small one. */
const workers = 2

// Test programs run in their own processes and would each compile the same sources again.
process.env['NODE_COMPILE_CACHE'] = resolve(root, 'node_modules/.cache/compiled')

// Everything that a run opened is closed when it is stopped, too.
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())

/** The seed of all randomness in tests. */
const seed = (process.env['TEST_SEED'] ??= String(randomInt(2 ** 31)))

/** Server tests: one PostgreSQL, a database for each file, and two processes that take file after file. */
const testServer = async (files: string[]): Promise<Count> => {
  const count = { passed: 0, failed: 0 }
  const ended = new Set<string>()
  // A short name, because it contains sockets, whose paths are limited to about 100 characters.
  const place = await mkdtemp(join(tmpdir(), 'apo-'))
  // If root starts PostgreSQL, its account needs to traverse the folder.
  await chmod(place, 0o711)
  const postgres = await startEmbedded(testPostgresFolder, { durable: false })
  const memory = await openMemory(postgres.connection)
  process.env['TEST_TABLESPACE'] = memory.tablespace
  try {
    const length = Math.min(workers, files.length)
    const processes = Array.from({ length }, () => resolve(root, 'scripts/run-test-files.ts'))
    const stream = runNodeTests({
      files: processes,
      concurrency: processes.length,
      argv: [place, ...files],
      signal: stopped.signal,
    })
    stream.on('test:pass', ({ name, details, skip, nesting }) => {
      if (nesting === 0) ended.add(name)
      else if (details.type !== 'suite' && !skip) count.passed++
    })
    stream.on('test:fail', ({ name, details, nesting }) => {
      if (nesting === 0) ended.add(name)
      if (nesting === 0 ? !isToldBelow(details.error) : details.type !== 'suite') count.failed++
    })
    const printed = stream.compose(new spec())
    for await (const chunk of printed) process.stdout.write(chunk)
  } finally {
    await memory.close()
    await postgres.stop()
    await rm(place, { recursive: true, maxRetries: 3 })
  }
  // A process that exits early does not report its current file.
  const cutShort = files.filter((file) => !ended.has(file))
  for (const file of cutShort) process.stdout.write(`✖ ${file} did not finish\n`)
  return { ...count, failed: count.failed + cutShort.length }
}

/** True if the file failed through its tests, which are counted separately. */
const isToldBelow = (error: Error): boolean => 'failureType' in error && error.failureType === 'subtestsFailed'

/** Browser journeys, with one browser and portal for each worker. */
const testJourneys = async (files: string[]): Promise<Count> => {
  const playwright = resolve(root, 'node_modules/@playwright/test/cli.js')
  const parameters = ['test', '--config=config/playwright.config.ts', `--workers=${workers}`, ...files]
  const child = spawn(process.execPath, [playwright, ...parameters], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  stopped.signal.addEventListener('abort', () => child.kill('SIGINT'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      process.stdout.write(chunk)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  const countOf = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0)
  const failed = countOf('failed') + countOf('flaky') + countOf('did not run')
  return { passed: countOf('passed'), failed: failed || (code === 0 ? 0 : 1) }
}

const allTestFiles = async (): Promise<string[]> => {
  const found: string[] = []
  const places = ['{src,demo,simulators,scripts}/**/*.test.ts', 'bench/*.test.ts']
  for await (const file of glob(places, { cwd: root })) found.push(file)
  return found
}

const named = process.argv.slice(2)
const all = named.length === 0
const serverFiles = all ? await allTestFiles() : named.filter((file) => !file.startsWith('e2e'))
const browserFiles = named.filter((file) => file.startsWith('e2e'))

// Sequentially: journeys wait for a browser, and two more busy processes would slow them down.
const counts: Count[] = []
if (serverFiles.length > 0) counts.push(await testServer(serverFiles.toSorted()))
if (!stopped.signal.aborted && (all || browserFiles.length > 0)) counts.push(await testJourneys(browserFiles))

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
if (failed > 0) process.stdout.write(`\nRepeat with the same seed: TEST_SEED=${seed} npm test\n`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
