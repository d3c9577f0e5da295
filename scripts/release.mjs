// Builds both sides and writes a release of them.
import { build } from './build.mjs'
import { install, node, run } from './prepare.mjs'

await install()
await build()
process.exit(await run(node(), ['scripts/write-release.ts']))
