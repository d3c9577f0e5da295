// Runs one of our TypeScript commands with what it needs installed: those of an operator need what the portal needs.
import { install, node, run, stopWithNpm } from './prepare.mjs'

const [file, ...rest] = process.argv.slice(2)
if (!file) process.exit(2)
await install({ withDevelopment: !file.startsWith('src/') })
stopWithNpm()
process.exit(await run(node(), [file, ...rest]))
