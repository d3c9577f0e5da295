// Runs a TypeScript command with its packages installed; operator commands need only the portal's packages.
import { install, node, run, stopWithNpm } from './prepare.mjs'

const [file, ...rest] = process.argv.slice(2)
if (!file) process.exit(2)
await install({ withDevelopment: !file.startsWith('src/') })
stopWithNpm()
process.exit(await run(node(), [file, ...rest]))
