import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import * as z from 'zod'
import { houseRoot } from './house/read-house.ts'
import { parts } from './prove-parts.ts'

const Step = z.looseObject({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z.optional(z.looseObject({})),
})
const Workflow = z.looseObject({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.looseObject({ 'timeout-minutes': z.number(), steps: z.array(Step) })),
})

const read = (file: string) => readFile(resolve(houseRoot, file), 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await read('package.json')))

/** Commands and project files that this text names but that do not exist. */
const missingIn = (text: string): string[] => {
  const commands = [...text.matchAll(/npm (?:run (?:--silent )?)?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  const files = [...text.matchAll(/(?<![\w/.-])(?:\.ci|deploy|docs|scripts|src)\/[\w./-]+\w/g)].map(([file]) => file)
  return [
    ...commands.filter((name) => !scripts[name] && !['audit', 'ci'].includes(name)),
    ...files.filter((file) => !existsSync(resolve(houseRoot, file))),
  ]
}

const files = (await Array.fromAsync(glob('.github/workflows/*', { cwd: houseRoot }))).toSorted()
for (const file of files)
  describe(file, async () => {
    const text = await read(file)
    const { permissions, jobs } = Workflow.parse(parse(text))
    const steps = Object.values(jobs).flatMap((job) => job.steps)

    it('has read-only access to the repository', () => {
      assert.deepEqual(permissions, { contents: 'read' })
      assert.equal(text.match(/permissions:/g)?.length, 1)
      for (const { uses, with: given } of steps)
        if (uses?.startsWith('actions/checkout@')) assert.equal(given?.['persist-credentials'], false)
    })

    it('pins actions and images', () => {
      for (const [, action = ''] of text.matchAll(/uses: (.*)/g))
        assert.match(action, /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
      for (const [, image = ''] of text.matchAll(/(ghcr\.io\S+)/g)) assert.match(image, /@sha256:[0-9a-f]{64}$/)
    })

    it('limits the time of every job', () => {
      for (const [name, job] of Object.entries(jobs)) assert.ok(job['timeout-minutes'] <= 180, name)
    })

    it('runs existing commands and files', () => {
      assert.deepEqual(missingIn(steps.map(({ run }) => run ?? '').join('\n')), [])
    })
  })

it('every change goes through the gate: the checks, all tests, and the archive', async () => {
  const { on, jobs } = Workflow.parse(parse(await read('.github/workflows/ci.yml')))
  assert.deepEqual(Object.keys(on), ['push', 'pull_request'])
  assert.ok(Object.values(jobs).some(({ steps }) => steps.some(({ run }) => run === '.ci/run')))
  const gate = await read('.ci/run')
  assert.deepEqual(missingIn(gate), [])
  const commands = gate.split('\n').filter((line) => line.startsWith('npm '))
  assert.deepEqual(commands, ['npm run check', 'npm test', 'npm run --silent prove -- archive'])
})

it('the whole second ring runs at night and for each version, with enough time for all parts', async () => {
  const { on, jobs } = Workflow.parse(parse(await read('.github/workflows/prove.yml')))
  assert.deepEqual(Object.keys(on), ['schedule', 'push', 'workflow_dispatch'])
  assert.deepEqual(on['push'], { tags: ['v*'] })
  const ring = Object.values(jobs).find(({ steps }) => steps.some(({ run }) => run === 'npm run prove'))
  const needed = parts.reduce((sum, { minutes }) => sum + minutes, 0)
  assert.ok(ring && ring['timeout-minutes'] > needed, `${needed} minutes`)
})
