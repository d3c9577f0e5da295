import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { runLimited } from './run-limited.ts'

const folder = await mkdtemp(join(tmpdir(), 'apotheca-limited-'))
after(() => rm(folder, { recursive: true }))

const program = async (name: string, source: string): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, source)
  return file
}

it('reports whether a program failed', async () => {
  const well = await program('well.mjs', '')
  const badly = await program('badly.mjs', 'process.exit(3)')
  const { signal: limit } = new AbortController()
  assert.equal(await runLimited([well], { limit }), 'passed')
  assert.equal(await runLimited([badly], { limit }), 'failed')
})

it('ends a program that ignores signals, ends its children, and removes its files', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  // Prints its folder, and stays connected while it lives.
  const stays = `
    process.on('SIGTERM', () => {})
    const { connect } = await import('node:net')
    connect(${port}, '127.0.0.1').write(process.env.TMPDIR + '\\n')
  `
  const apart = await program('apart.mjs', stays)
  const hangs = await program(
    'hangs.mjs',
    `${stays}
    const { spawn } = await import('node:child_process')
    spawn(process.execPath, [${JSON.stringify(apart)}], { detached: true, stdio: 'ignore' }).unref()`,
  )
  const limit = new AbortController()
  const places: string[] = []
  const ends: Promise<unknown>[] = []
  server.on('connection', (socket) => {
    ends.push(once(socket, 'close'))
    socket.on('data', (place) => {
      places.push(String(place).trim())
      if (places.length === 2) limit.abort()
    })
  })
  assert.equal(await runLimited([hangs], { limit: limit.signal, graceMilliseconds: 100 }), 'cut short')
  await Promise.all(ends)
  const [place = '', other] = places
  assert.equal(other, place)
  assert.equal(existsSync(place), false)
  server.close()
})
