// Measures starts on a database that `npm run bench` kept, from starting the process to the end of the first listing:
// node bench/measure-starts.ts FOLDER [rounds, default 5]
import { median } from './measure.ts'
import { startBenchCluster } from './fill-database.ts'
import { buildDist, measuredSettings, startServer } from './start-server.ts'

const [folder, rounds = '5'] = process.argv.slice(2)
if (!folder) {
  console.error('Usage: node bench/measure-starts.ts FOLDER [rounds]')
  process.exit(2)
}

/** Median milliseconds of the portal and of PostgreSQL with a bare Fastify that reads all products, in turn. */
const measureBoth = async (rounds: number): Promise<{ portal: number; floor: number }> => {
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

await buildDist()
// The first starts warm the file system cache for both.
await measureBoth(1)
console.log('PostgreSQL stopped:', await measureBoth(Number(rounds)))
const cluster = await startBenchCluster(folder)
try {
  console.log('PostgreSQL running:', await measureBoth(Number(rounds)))
} finally {
  await cluster.stop()
}
