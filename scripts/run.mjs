// Runs one of our TypeScript commands with everything it needs installed.
import { install, node, run } from './prepare.mjs'

const [file, ...rest] = process.argv.slice(2)
if (!file) process.exit(2)
await install()
process.exit(await run(node(), [file, ...rest]))
