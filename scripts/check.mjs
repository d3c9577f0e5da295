// Every check that does not run the portal; takes seconds and needs no database.
import { resolve } from 'node:path'
import { install, node, root, run } from './prepare.mjs'

const binary = (name) => resolve(root, 'node_modules/.bin', name)

const document = resolve(root, 'node_modules/.cache/openapi.json')

/** Disables telemetry and update notices of the linter. */
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

const steps = [
  ['format', binary('oxfmt'), ['--check', '.']],
  ['lint', binary('oxlint'), ['--type-aware', '--deny-warnings']],
  ['types', binary('tsc'), ['-b']],
  ['types of browser-side tests', binary('tsc'), ['-p', 'config/tsconfig.web-test.json']],
  ['house', node, ['scripts/house/check-house.ts']],
  ['documents', node, ['--test', '--test-reporter=dot', 'scripts/architecture-page.test.ts']],
  ['dead code', binary('knip'), ['--config', 'config/knip.json', '--no-progress']],
  ['API document', node, ['scripts/run.mjs', 'scripts/write-openapi.ts', document]],
  // Warnings count. Overlapping paths such as /api/orders/mine and /api/orders/{id} are part of the contract; the
  // router distinguishes them.
  [
    'API rules',
    binary('redocly'),
    ['lint', document, '--extends=recommended-strict', '--skip-rule=no-ambiguous-paths'],
  ],
]

await install()
const failed = []
for (const [name, command, args] of steps) {
  const code = await run(typeof command === 'function' ? command() : command, args, {
    env: { ...process.env, PATH: `${resolve(root, 'node_modules/.bin')}:${process.env.PATH}`, ...quiet },
  })
  if (code !== 0) failed.push(name)
}
process.stderr.write(failed.length === 0 ? 'check passed\n' : `check failed: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)
