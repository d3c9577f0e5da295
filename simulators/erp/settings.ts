import { profileOf } from './profile.ts'
import type { Profile } from './profile.ts'

export type Settings = {
  host: string
  port: number
  controlPort: number | null
  state: string | null
  initial: string | null
  user: string
  password: string
  tickSeconds: number
  /** Orders that it started with move on only while a state has more than this many; null: all move on. */
  most: number | null
  seed: string
  profile: Profile
  followsParent: boolean
}

/** Reads the environment; a flag such as --port=4000 or --control-port=0 says the same and wins. */
export const readSettings = (environment: Record<string, string | undefined>, flags: readonly string[]): Settings => {
  const given = new Map(Object.entries(environment))
  for (const flag of flags) {
    const [, name, value] = /^--([a-z-]+)=(.*)$/.exec(flag) ?? []
    if (!name || !names.has(name))
      throw new Error(`unknown flag ${flag}; known: ${[...names].map((each) => `--${each}=`).join(' ')}`)
    given.set(`ERP_SIMULATOR_${name.replaceAll('-', '_').toUpperCase()}`, value)
  }
  const text = (name: string) => given.get(`ERP_SIMULATOR_${name}`) || null
  const number = (name: string, highest: number) => {
    const value = text(name)
    if (value === null) return null
    if (!/^\d+(\.\d+)?$/.test(value) || Number(value) > highest)
      throw new Error(`ERP_SIMULATOR_${name}: not a number up to ${highest}`)
    return Number(value)
  }
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: number('PORT', 65535) ?? 0,
    controlPort: number('CONTROL_PORT', 65535),
    state: text('STATE'),
    initial: text('INITIAL'),
    user: text('USER') ?? 'portal',
    password: text('PASSWORD') ?? 'simulator',
    tickSeconds: number('TICK_SECONDS', 86_400) ?? 0,
    most: number('MOST_PER_STATE', 1_000),
    seed: text('SEED') ?? '1',
    profile: profileOf(text('PROFILE') ?? 'full'),
    followsParent: text('PARENT') === '1',
  }
}

const names = new Set([
  'host',
  'port',
  'control-port',
  'state',
  'initial',
  'user',
  'password',
  'tick-seconds',
  'most-per-state',
  'seed',
  'profile',
  'parent',
])
