// Everything that can be known without running the portal; in seconds, without a database.
import { resolve } from 'node:path'
import { install, node, root, run } from './prepare.mjs'

const binary = (name) => resolve(root, 'node_modules/.bin', name)

const steps = [
  ['format', binary('oxfmt'), ['--check', '.']],
  ['lint', binary('oxlint'), ['--type-aware', '--deny-warnings']],
  ['types', binary('tsc'), ['-b']],
  ['types of browser-side tests', binary('tsc'), ['-p', 'tsconfig.web-test.json']],
  ['house', node, ['scripts/house/check-house.ts']],
  ['dead code', binary('knip'), ['--no-progress']],
]

await install()
const failed = []
for (const [name, command, args] of steps) {
  const code = await run(typeof command === 'function' ? command() : command, args, {
    env: { ...process.env, PATH: `${resolve(root, 'node_modules/.bin')}:${process.env.PATH}` },
  })
  if (code !== 0) failed.push(name)
}
process.stderr.write(failed.length === 0 ? 'check passed\n' : `check failed: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)
