// Builds the release, installs it in an empty folder, and starts it there, as production and as the demo.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { version } from '#platform/version.ts'
import { houseRoot } from './house/read-house.ts'
import { archive, bareEnvironment, buildRelease, execute, insist, startUp, timed } from './try-release.ts'

const place = await mkdtemp(join(tmpdir(), 'archive-'))
// As root PostgreSQL runs as nobody, which needs to traverse the folder.
await chmod(place, 0o711)
const home = join(place, `apotheca-${version}`)
const mostSeconds = 60

const prove = async (what: string, settings: Record<string, string>): Promise<void> => {
  const began = performance.now()
  const env = { ...bareEnvironment(), PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: join(place, what), ...settings }
  const portal = await startUp('npm', ['start'], { cwd: home, env })
  const { ok } = await fetch(`${portal.address}/healthz`)
  const seconds = (performance.now() - began) / 1_000
  process.stderr.write(`${what}: /healthz after ${seconds.toFixed(1)} s\n`)
  insist(ok && seconds < mostSeconds, `${what}: /healthz answers within ${mostSeconds} s of the start`)
  await portal.stop()
  await fetch(`${portal.address}/healthz`).then(
    () => insist(false, `${what}: it has stopped`),
    () => insist(true, `${what}: it has stopped`),
  )
}

// Forces a new build, to check that it prints no warnings.
await rm(resolve(houseRoot, 'dist/built-of'), { force: true })
const { stderr } = await buildRelease()
process.stderr.write(stderr)
insist(stderr.trim() === 'Building the portal…', 'the build warns of nothing')
await execute('tar', ['-xzf', archive, '-C', place])
await timed('npm ci --omit=dev', () => execute('npm', ['ci', '--omit=dev'], { cwd: home, env: bareEnvironment() }))
await prove('portal', { DEMO: '0', DATABASE_URL: 'embedded' })
await prove('demo', { DEMO: '1' })
