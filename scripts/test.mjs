// Runs all tests or the named files: server tests on the bundled PostgreSQL, then browser journeys.
import { build } from './build.mjs'
import { install, node, run, stopWithNpm } from './prepare.mjs'

await install()
const files = process.argv.slice(2)
const needsBrowser = files.length === 0 || files.some((file) => file.startsWith('e2e'))
if (needsBrowser) await build()
stopWithNpm()
process.exit(await run(node(), ['scripts/run-tests.ts', ...files]))
