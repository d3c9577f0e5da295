// Builds the guide as a site of plain files in docs-site/dist. Its packages are its own: the portal needs none of them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { node, root, run } from './prepare.mjs'

const site = resolve(root, 'docs-site')
const lock = readFileSync(resolve(site, 'package-lock.json'), 'utf8')
const installed = resolve(site, 'node_modules/installed-of.json')
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }

const step = async (command, ...args) => {
  const code = await run(command, args, { cwd: site, env })
  if (code !== 0) process.exit(code)
}

if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
  await step('npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error')
  writeFileSync(installed, lock)
}
await step(node(), 'gather-pages.mjs')
await step(node(), 'node_modules/astro/bin/astro.mjs', 'build')
await step(node(), 'check-links.mjs')
