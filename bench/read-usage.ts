import { closeSync, openSync, readdirSync, readSync } from 'node:fs'

const microsPerTick = 10_000

interface Process {
  id: number
  parent: number
  /** CPU microseconds of its exited children. */
  endedMicros: number
}

/**
 * CPU microseconds so far of a process and its descendants, including exited ones; 0 without /proc. Uses the
 * scheduler's clock, because the 10 ms ticks of /proc/PID/stat are too coarse for short turns.
 */
export const cpuOf = (root: number): number => {
  const tree = treeOf(root)
  return sum(tree.map(({ id, endedMicros }) => threadMicros(id) + endedMicros))
}

/** A CPU clock of these processes in microseconds, precise enough for a single request. */
export const fineClock = (roots: readonly number[]): (() => number) => {
  const ids = roots.flatMap(treeOf).map(({ id }) => id)
  return () => sum(ids.map(threadMicros))
}

const threadMicros = (id: number): number =>
  sum(
    namesIn(`/proc/${id}/task`).map(
      (thread) => Number(read(`/proc/${id}/task/${thread}/schedstat`).split(' ')[0]) / 1_000,
    ),
  )

export const treeOf = (root: number): Process[] => {
  const ids = namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const all = ids.map(readProcess)
  const childrenOf = Map.groupBy(all, ({ parent }) => parent)
  const tree = all.filter(({ id }) => id === root)
  for (const { id } of tree) tree.push(...(childrenOf.get(id) ?? []))
  return tree
}

const readProcess = (id: number): Process => {
  const stat = read(`/proc/${id}/stat`)
  // The program name, in parentheses, may contain spaces.
  const [, parent = 0, , , , , , , , , , , , endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { id, parent, endedMicros: (endedUser + endedSystem) * microsPerTick }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

const memory = Buffer.alloc(4_096)

/**
 * Reads a /proc file; '' if it is gone. Always uses the same buffer: `readFile` allocates 64 KB per call, which would
 * cause garbage collection during the measurement.
 */
const read = (path: string): string => {
  try {
    const file = openSync(path, 'r')
    try {
      return memory.toString('latin1', 0, readSync(file, memory))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
