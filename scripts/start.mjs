import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { install, isRelease, node, root, run, stopWithNpm } from './prepare.mjs'

const refuse = (why) => {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}

const develop = async () => {
  if (isRelease) refuse('A release is built already. Run npm run dev in a checkout.')
  await install()
  const { serveScreens } = await import('./build.mjs')
  const screens = serveScreens()
  const server = run(node(), ['--watch-path=src', '--watch-path=demo', 'src/portal/main.ts'])
  process.exit(Math.max(...(await Promise.all([screens, server]))))
}

const prepareRelease = async () => {
  const missing = ['dist/server/main.js', 'dist/web/index.html'].filter((file) => !existsSync(resolve(root, file)))
  if (missing.length > 0) refuse(`This release is incomplete: ${missing.join(', ')} is missing. Unpack it again.`)
  await install({ withDevelopment: false })
}

const prepareCheckout = async () => {
  const { build, isBuilt } = await import('./build.mjs')
  // A built portal does not need the build tools.
  await install({ withDevelopment: !isBuilt() })
  await build()
}

if (process.argv.includes('--dev')) await develop()
await (isRelease ? prepareRelease() : prepareCheckout())
stopWithNpm()
process.exit(await run(node(), ['--max-semi-space-size=16', 'dist/server/main.js']))
