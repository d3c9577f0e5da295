// Builds the guide as a static site in docs-site/dist. It has its own packages, which the portal does not need.
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
