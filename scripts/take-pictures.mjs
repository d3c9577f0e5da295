// npm run pictures: takes docs/pictures, the screenshots of the documentation, from the demo in a browser.
import { build } from './build.mjs'
import { install, node, run, stopWithNpm } from './prepare.mjs'

await install()
await build()
stopWithNpm()
process.env.PICTURES = '1'
process.exit(await run(node(), ['scripts/run-tests.ts', 'e2e/pictures.take.ts']))
