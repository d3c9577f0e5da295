import { median } from './measure.ts'
import { startBenchCluster } from './fill-database.ts'
import { measuredSettings, startServer } from './start-server.ts'

/** Median milliseconds from process start to the end of the first listing, or of copying all products. */
export interface Starts {
  rounds: number
  /** PostgreSQL is not running. */
  cold: { portal: number; floor: number }
  /** PostgreSQL is running. */
  warm: { portal: number; floor: number }
}

/** Starts the portal and its floor in turn, several times, on existing data. */
export const measureStarts = async (folder: string, rounds: number): Promise<Starts> => {
  // The first starts warm the file system cache for both.
  await measureBoth(folder, 1)
  const cold = await measureBoth(folder, rounds)
  const cluster = await startBenchCluster(folder)
  try {
    return { rounds, cold, warm: await measureBoth(folder, rounds) }
  } finally {
    await cluster.stop()
  }
}

const measureBoth = async (folder: string, rounds: number): Promise<Starts['cold']> => {
  const portal: number[] = []
  const floor: number[] = []
  for (let round = 0; round < rounds; round++) {
    portal.push(
      await firstAnswer('dist/server/main.js', { ...measuredSettings, DATA_DIR: folder }, '/api/products/search'),
    )
    floor.push(await firstAnswer('bench/floor-start.ts', { DATA_DIR: folder }, '/'))
  }
  return { portal: Math.round(median(portal)), floor: Math.round(median(floor)) }
}

const firstAnswer = async (file: string, environment: Record<string, string>, path: string): Promise<number> => {
  const began = performance.now()
  const server = await startServer(file, environment)
  try {
    const answer = await fetch(server.url + path)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${file} answered ${answer.status} at first.`)
    return performance.now() - began
  } finally {
    await server.stop()
  }
}
