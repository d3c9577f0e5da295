import { readFile, readdir } from 'node:fs/promises'

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
export const cpuOf = async (root: number): Promise<number> => {
  const tree = await treeOf(root)
  const running = await Promise.all(tree.map(({ id }) => threadMicros(id)))
  return [...running, ...tree.map(({ endedMicros }) => endedMicros)].reduce((sum, micros) => sum + micros, 0)
}

/** Resident memory of a process and of everything it started, in MB; what they share counts once. */
export const memoryOf = async (root: number): Promise<number> => {
  let kilobytes = 0
  for (const { id } of await treeOf(root)) {
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return Math.round(kilobytes / 1_024)
}

/** A clock of the CPU of these processes in microseconds, fine enough for a single request. */
export const fineClock = async (roots: readonly number[]): Promise<() => Promise<number>> => {
  const trees = await Promise.all(roots.map(treeOf))
  const ids = trees.flat().map(({ id }) => id)
  return async () => {
    const threads = await Promise.all(ids.map(threadMicros))
    return threads.reduce((sum, micros) => sum + micros, 0)
  }
}

const threadMicros = async (id: number): Promise<number> => {
  const threads = await readdir(`/proc/${id}/task`).catch(() => [])
  const counted = await Promise.all(
    threads.map((thread) => readFile(`/proc/${id}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return counted.reduce((sum, line) => sum + Number(line.split(' ')[0]) / 1_000, 0)
}

export const treeOf = async (root: number): Promise<Process[]> => {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = await Promise.all(ids.map(readProcess))
  const childrenOf = Map.groupBy(all, ({ parent }) => parent)
  const tree = all.filter(({ id }) => id === root)
  for (const { id } of tree) tree.push(...(childrenOf.get(id) ?? []))
  return tree
}

const readProcess = async (id: number): Promise<Process> => {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
  // The name of the program, in parentheses, may hold spaces.
  const [, parent = 0, , , , , , , , , , , , endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { id, parent, endedMicros: (endedUser + endedSystem) * microsPerTick }
}
