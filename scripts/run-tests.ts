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

/** The same on every machine, so that a suite that passes on a large one passes on a small one. */
const workers = 2

// Every program that a test starts is a process of its own, which would compile the same sources again.
process.env['NODE_COMPILE_CACHE'] = resolve(root, 'node_modules/.cache/compiled')

// What a run has opened is closed when it is stopped, too.
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())

/** All chance in tests comes from it. */
const seed = (process.env['TEST_SEED'] ??= String(randomInt(2 ** 31)))

/** Server tests: one PostgreSQL for all files, a database for each; two processes take file after file. */
const testServer = async (files: string[]): Promise<Count> => {
  const count = { passed: 0, failed: 0 }
  const ended = new Set<string>()
  // A short name: below it lie sockets, whose paths may have some hundred characters.
  const place = await mkdtemp(join(tmpdir(), 'apo-'))
  // The account of a PostgreSQL that root starts passes through it.
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
  // A process that ends by itself tells nothing of the file it was at.
  const cutShort = files.filter((file) => !ended.has(file))
  for (const file of cutShort) process.stdout.write(`✖ ${file} did not come to its end\n`)
  return { ...count, failed: count.failed + cutShort.length }
}

/** A file fails with its tests, which are counted, or by itself. */
const isToldBelow = (error: Error): boolean => 'failureType' in error && error.failureType === 'subtestsFailed'

/** Browser journeys, in a browser and on a portal for each worker. */
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

// One kind after the other: a journey waits for a browser, and two more busy processes would make it wait longer.
const counts: Count[] = []
if (serverFiles.length > 0) counts.push(await testServer(serverFiles.toSorted()))
if (!stopped.signal.aborted && (all || browserFiles.length > 0)) counts.push(await testJourneys(browserFiles))

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
if (failed > 0) process.stdout.write(`\nThe same chance again: TEST_SEED=${seed} npm test\n`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
