import { build, install, isBuilt, node, root, run } from './prepare.mjs'
import { resolve } from 'node:path'

/** npm ends at a signal without handing it on, and would leave the portal behind. */
const stopWithNpm = () => {
  if (!process.env.npm_lifecycle_event) return
  const { ppid } = process
  const watch = () => process.ppid === ppid || process.kill(process.pid, 'SIGTERM')
  setInterval(watch, 500).unref()
}

const isDevelopment = process.argv.includes('--dev')

// What is built needs none of what builds it: a release starts as it was installed.
await install({ withDevelopment: isDevelopment || !isBuilt() })
if (isDevelopment) {
  const vite = run(node(), [resolve(root, 'node_modules/vite/bin/vite.js')])
  const server = run(node(), ['--watch-path=src', '--watch-path=demo', 'src/portal/main.ts'])
  process.exit(Math.max(...(await Promise.all([vite, server]))))
}
await build()
stopWithNpm()
process.exit(await run(node(), ['--max-semi-space-size=16', 'dist/server/main.js']))
