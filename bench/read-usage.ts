import { closeSync, openSync, readdirSync, readSync } from 'node:fs'

const microsPerTick = 10_000

interface Process {
  id: number
  parent: number
  /** CPU of its children that have ended, in microseconds. */
  endedMicros: number
}

/**
 * CPU so far of a process and of everything it started, ended children too, in microseconds; 0 where /proc is missing. By the
 * scheduler's clock: the ticks of 10 ms that are told for each process would blur a short turn of a dozen.
 */
export const cpuOf = (root: number): number => {
  const tree = treeOf(root)
  return sum(tree.map(({ id, endedMicros }) => threadMicros(id) + endedMicros))
}

/** Resident memory of a process and of everything it started, in MB; what they share counts once. */
export const memoryOf = (root: number): number => Math.round(sum(treeOf(root).map(({ id }) => pssOf(id))))

/** Resident memory of one process alone, in MB; what it shares with others counts by its part. */
export const pssOf = (id: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0) / 1_024

/** The memory of a process that is in no file, in MB. */
export const anonymousOf = (id: number): number =>
  Number(/^RssAnon:\s+(\d+)/m.exec(read(`/proc/${id}/status`))?.[1] ?? 0) / 1_024

/** A clock of the CPU of these processes in microseconds, fine enough for a single request. */
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
  // The name of the program, in parentheses, may hold spaces.
  const [, parent = 0, , , , , , , , , , , , endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { id, parent, endedMicros: (endedUser + endedSystem) * microsPerTick }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

const memory = Buffer.alloc(4_096)

/**
 * The text of such a file, '' where it is gone. Always read into the same piece of memory: `readFile` takes 64 KB for each, which
 * made the caller collect its garbage in the midst of what it measured next.
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
