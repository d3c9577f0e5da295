import { build, install, node, root, run } from './prepare.mjs'
import { resolve } from 'node:path'

const isDevelopment = process.argv.includes('--dev')

await install()
if (isDevelopment) {
  const vite = run(node(), [resolve(root, 'node_modules/vite/bin/vite.js')])
  const server = run(node(), ['--watch-path=src', '--watch-path=demo', 'src/portal/main.ts'])
  process.exit(Math.max(...(await Promise.all([vite, server]))))
}
await build()
process.exit(await run(node(), ['dist/server/main.js']))
