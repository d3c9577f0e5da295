// Builds both sides of a checkout. A release is already built and ships without this file.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { node, oneAtATime, root, run } from './prepare.mjs'

const hashOf = (...files) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(resolve(root, file)))
  return hash.digest('hex')
}

const filesBelow = (folder) =>
  readdirSync(resolve(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => resolve(entry.parentPath, entry.name).slice(root.length + 1))

const isOnlyForTests = (file) => /(?:\.(?:test|prove)\.tsx?|\/testing(?:-[^/]+)?\.ts)$/.test(file)

const stateOfSources = () => {
  const sources = [
    'config/vite.config.ts',
    'config/vite.server.config.ts',
    'scripts/bring-first.ts',
    'scripts/screen-files.ts',
    'package-lock.json',
    ...filesBelow('pages'),
    ...filesBelow('src').filter((file) => !isOnlyForTests(file)),
  ]
  return hashOf(...sources.sort())
}

/** Empty if the sources have no git history, as in a source archive. */
const commitOfSources = () => {
  try {
    const asked = ['rev-parse', '--short=9', 'HEAD']
    return execFileSync('git', asked, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

const stamp = resolve(root, 'dist/built-of')
const vite = resolve(root, 'node_modules/vite/bin/vite.js')

/** Serves the screens from their sources for development. */
export const serveScreens = () => run(node(), [vite, '--config', 'config/vite.config.ts'])

/** True if both sides are built from the current sources. */
export const isBuilt = () =>
  ['dist/web/index.html', 'dist/server/main.js', stamp].every((file) => existsSync(resolve(root, file))) &&
  readFileSync(stamp, 'utf8') === stateOfSources()

/** Builds both sides of the portal if their sources changed since the last build. */
export const build = async () => {
  if (isBuilt()) return
  await oneAtATime('build', async () => {
    if (isBuilt()) return
    process.stderr.write('Building the portal…\n')
    const state = stateOfSources()
    for (const config of ['config/vite.config.ts', 'config/vite.server.config.ts']) {
      const code = await run(node(), [vite, 'build', '--config', config, '--logLevel', 'warn'], {
        stdio: ['ignore', 2, 2],
      })
      if (code !== 0) process.exit(code)
    }
    writeFileSync(resolve(root, 'dist/server/commit'), commitOfSources())
    writeFileSync(stamp, state)
  })
}
