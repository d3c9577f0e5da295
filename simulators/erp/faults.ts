import { chanceOf } from './chance.ts'

const faultKinds = [
  'reset-before',
  'reset-after',
  'slow',
  'slow-commit',
  'status',
  'status-after',
  'html',
  'truncate',
  'csrf-expire',
  'maintenance',
] as const

type FaultKind = (typeof faultKinds)[number]

/** One planned misfortune. `on` is a method and a resource: "POST SalesOrderCollection", "GET portalinvoice/*", "* *". */
export type Fault = {
  on: string
  kind: FaultKind
  /** The nth matching request from now on, counted from 1; with `times` that one and the following. */
  nth?: number
  /** The chance of each matching request. */
  p?: number
  /** How often at most. Default: without end, or once with `nth`. */
  times?: number
  status?: number
  message?: string
  ms?: number
}

export type Faults = {
  add: (rules: readonly Fault[]) => void
  clear: () => void
  /** The misfortune of this request, if it has one. */
  take: (method: string, resource: string) => Fault | null
  list: () => readonly { fault: Fault; seen: number; done: number }[]
}

export const newFaults = (seed: string): Faults => {
  const chance = chanceOf(`faults ${seed}`)
  let rules: { fault: Fault; seen: number; done: number }[] = []
  let draws = 0
  return {
    add: (added) => {
      rules = [...rules, ...added.map((fault) => ({ fault, seen: 0, done: 0 }))]
    },
    clear: () => {
      rules = []
    },
    take: (method, resource) => {
      let taken: Fault | null = null
      for (const rule of rules) {
        if (!matches(rule.fault.on, method, resource)) continue
        rule.seen += 1
        if (taken || !strikes(rule, () => chance(String((draws += 1))))) continue
        rule.done += 1
        taken = rule.fault
      }
      return taken
    },
    list: () => rules,
  }
}

export const readFaults = (value: unknown): Fault[] => {
  if (!Array.isArray(value)) throw new Error('a list of faults is expected')
  return value.map((entry: unknown, position) => {
    const fault = (entry ?? {}) as Record<string, unknown>
    const place = `faults[${position}]`
    if (typeof fault['on'] !== 'string' || !/^\S+ \S+$/.test(fault['on']))
      throw new Error(`${place}.on: "METHOD resource" is expected`)
    if (!faultKinds.includes(fault['kind'] as FaultKind))
      throw new Error(`${place}.kind: one of ${faultKinds.join(', ')}`)
    for (const [name, given] of Object.entries(fault)) {
      if (['on', 'kind', 'message'].includes(name)) continue
      if (!['nth', 'p', 'times', 'status', 'ms'].includes(name)) throw new Error(`${place}.${name} is unknown`)
      if (typeof given !== 'number' || given < 0) throw new Error(`${place}.${name}: a number is expected`)
    }
    return fault as unknown as Fault // checked name by name above
  })
}

const strikes = ({ fault, seen, done }: { fault: Fault; seen: number; done: number }, draw: () => number) => {
  const times = fault.times ?? (fault.nth === undefined ? Number.POSITIVE_INFINITY : 1)
  if (done >= times || seen < (fault.nth ?? 1)) return false
  return fault.p === undefined || draw() < fault.p
}

const matches = (on: string, method: string, resource: string) => {
  const [wantedMethod = '*', wanted = '*'] = on.split(' ')
  if (wantedMethod !== '*' && plain(wantedMethod) !== plain(method)) return false
  const [service = '', set = ''] = resource.split('/')
  return [resource, set, service, `${service}/*`, '*'].some(
    (name) => name !== '' && (name === wanted || name === `${wanted}Collection`),
  )
}

// both spellings change an entity
const plain = (method: string) => (method === 'MERGE' ? 'PATCH' : method)
