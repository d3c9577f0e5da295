import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { houseRoot } from './house/read-house.ts'

const folder = await mkdtemp(join(tmpdir(), 'apotheca-npm-'))
after(() => rm(folder, { recursive: true }))

it('a command ends with the npm that started it', async () => {
  const program = join(folder, 'stays.mjs')
  await writeFile(program, `process.stdout.write('here'); setInterval(() => {}, 1_000)`)
  // Starts the script like npm, without forwarding signals.
  const npm = spawn('sh', ['-c', `"${process.execPath}" scripts/run.mjs "${program}" & wait`], {
    cwd: houseRoot,
    env: { ...process.env, npm_lifecycle_event: 'prove' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(npm.stdout, 'data')) as [Buffer]
  assert.equal(String(said), 'here')
  npm.stdout.resume()
  npm.kill('SIGTERM')
  // The pipe closes when the last process that could write to it has exited.
  await once(npm, 'close')
})
