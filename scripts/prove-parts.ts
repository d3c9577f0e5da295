import { glob } from 'node:fs/promises'
import { houseRoot } from './house/read-house.ts'

export interface Part {
  name: string
  /** What a pass guarantees. */
  proves: string
  minutes: number
  /** A program in scripts, or a pattern of test files. */
  runs: { program: string } | { files: string }
}

/** The second ring in its order: long or disruptive tests. docs/testing.md describes each. */
export const parts: readonly Part[] = [
  {
    name: 'archive',
    proves: 'The release archive is built, installs in an empty folder, and starts, in production and as the demo.',
    minutes: 15,
    runs: { program: 'scripts/prove-archive.ts' },
  },
  {
    name: 'kills',
    proves: 'Killing a portal, PostgreSQL or the ERP simulator at any point loses or duplicates no data.',
    minutes: 15,
    runs: { files: '{src,simulators}/**/crash.prove.ts' },
  },
  {
    name: 'restart',
    proves: 'A rolling update of portals with a schema change fails no request.',
    minutes: 10,
    runs: { files: 'src/**/rolling-restart.prove.ts' },
  },
  {
    name: 'hostile',
    proves: 'Twenty thousand malformed requests cause no server error.',
    minutes: 10,
    runs: { files: 'src/**/hostile-input.prove.ts' },
  },
  {
    name: 'races',
    proves: 'In any order of events, an order is paid once and a database has one server.',
    minutes: 10,
    runs: { files: 'src/**/{interleave-payments,lose-answers,embedded,push,receive-large}.prove.ts' },
  },
  {
    name: 'imports',
    proves: 'A large import that is killed three times has the same result as an uninterrupted one.',
    minutes: 20,
    runs: { program: 'scripts/prove-imports.ts' },
  },
  {
    name: 'journeys',
    proves: 'Screens report an outage of the database or the ERP, keep the input and recover.',
    minutes: 30,
    runs: { files: 'e2e/*.prove.ts' },
  },
  {
    name: 'install',
    proves: 'The steps of docs/operations.md work as written, and so do those of the image.',
    minutes: 20,
    runs: { program: 'scripts/prove-install.ts' },
  },
  {
    name: 'failover',
    proves: 'Orders of 16 buyers survive the loss of the primary, a portal, the network and disk space.',
    minutes: 30,
    runs: { program: 'scripts/prove-failover.ts' },
  },
]

/** Node's arguments for a part. */
export const commandOf = async ({ name, runs }: Part): Promise<string[]> => {
  if ('program' in runs) return [runs.program]
  const files = await Array.fromAsync(glob(runs.files, { cwd: houseRoot }))
  // Without a file name the test runner would run all tests.
  if (files.length === 0) throw new Error(`The part ${name} has no file ${runs.files}.`)
  return ['scripts/test.mjs', ...files.toSorted()]
}
