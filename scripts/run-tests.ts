import { spawn } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { run as runNodeTests } from 'node:test'
import { spec } from 'node:test/reporters'
import { resolve } from 'node:path'
import { startEmbedded } from '../src/platform/embedded-postgres/embedded.ts'
import { testPostgresFolder } from '../src/platform/embedded-postgres/testing-place.ts'

interface Count {
  passed: number
  failed: number
}

const root = resolve(import.meta.dirname, '..')

/** Server tests: one PostgreSQL for all files, a database for each. */
const testServer = async (files: string[]): Promise<Count> => {
  const count = { passed: 0, failed: 0 }
  const postgres = await startEmbedded(testPostgresFolder, { durable: false })
  try {
    const stream = runNodeTests({ files, concurrency: 2, timeout: 180_000 })
    stream.on('test:pass', ({ details, skip }) => {
      if (details.type !== 'suite' && !skip) count.passed++
    })
    stream.on('test:fail', ({ details }) => {
      if (details.type !== 'suite') count.failed++
    })
    const printed = stream.compose(new spec())
    for await (const chunk of printed) process.stdout.write(chunk)
  } finally {
    await postgres.stop()
  }
  return count
}

/** Browser journeys, each on a portal of its own. */
const testBrowser = (files: string[]): Promise<Count> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [resolve(root, 'node_modules/@playwright/test/cli.js'), 'test', ...files], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      process.stdout.write(chunk)
    })
    const countOf = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0)
    child.on('exit', (code) => {
      const failed = countOf('failed') + countOf('flaky') + countOf('did not run')
      done({ passed: countOf('passed'), failed: failed || (code === 0 ? 0 : 1) })
    })
  })

const allTestFiles = async (): Promise<string[]> => {
  const found: string[] = []
  const places = ['{src,demo,erp-simulator,scripts}/**/*.test.ts', 'bench/*.test.ts']
  for await (const file of glob(places, { cwd: root })) found.push(file)
  return found
}

const named = process.argv.slice(2)
const serverFiles = named.filter((file) => !file.startsWith('e2e'))
const browserFiles = named.filter((file) => file.startsWith('e2e'))
const all = named.length === 0

const counts: Count[] = []
if (all || serverFiles.length > 0) {
  const found = all ? await allTestFiles() : serverFiles
  counts.push(await testServer(found.toSorted().map((file) => resolve(root, file))))
}
if (all || browserFiles.length > 0) counts.push(await testBrowser(browserFiles))

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
