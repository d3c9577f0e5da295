// Runs the second ring or the named parts, one after the other: `npm run prove -- install`, `npm run prove -- --except
// failover`.
import { parseArgs } from 'node:util'
import { commandOf, type Part, parts } from './prove-parts.ts'
import { runLimited } from './run-limited.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { except: { type: 'string', multiple: true, default: [] } },
})
const unknown = [...positionals, ...values.except].filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no part ${unknown.join(', ')}. The parts are: ${parts.map(({ name }) => name).join(', ')}.\n`,
  )
  process.exit(2)
}

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())

const prove = async (part: Part): Promise<string> => {
  const limit = AbortSignal.any([AbortSignal.timeout(part.minutes * 60_000), stopped.signal])
  // PROVE selects the journeys of this ring.
  const outcome = await runLimited(await commandOf(part), { limit, environment: { PROVE: '1' } })
  if (outcome !== 'cut short') return outcome
  return stopped.signal.aborted ? 'interrupted' : `failed: not done after ${part.minutes} minutes`
}

const told: string[] = []
let isProven = true
for (const part of parts) {
  if (positionals.length > 0 && !positionals.includes(part.name)) continue
  if (values.except.includes(part.name)) {
    told.push(`${part.name}: left out`)
    continue
  }
  if (stopped.signal.aborted) break
  process.stderr.write(`\n${part.name}: ${part.proves}\n`)
  const began = performance.now()
  const outcome = await prove(part).catch((error: Error) => `failed: ${error.message}`)
  isProven &&= outcome === 'passed'
  told.push(`${part.name}: ${outcome} (${Math.round((performance.now() - began) / 1_000)} s)`)
}
process.stderr.write(`\n${told.join('\n')}\n`)
process.exit(isProven && !stopped.signal.aborted ? 0 : 1)
