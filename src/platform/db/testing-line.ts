import { once } from 'node:events'
import { createServer, connect as dial, type AddressInfo, type Socket } from 'node:net'
import { after } from 'node:test'
import type pg from 'pg'

/** A proxy between a pool and the database that can freeze or refuse connections. */
export const openLine = async (connection: pg.PoolConfig) => {
  const ends = new Set<Socket>()
  let isHole = false
  const server = createServer((near) => {
    const far = dial(`${connection.host}/.s.PGSQL.${connection.port}`)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (bytes) => isHole || to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        ends.delete(from)
        to.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const tear = () => {
    for (const end of ends) end.destroy()
    if (server.listening) server.close()
  }
  const port = await listen(0)
  after(tear)
  return {
    address: { ...connection, host: '127.0.0.1', port },
    cut: () => (isHole = true),
    mend: () => (isHole = false),
    /** Simulates the end of the database process. */
    tear,
    join: () => listen(port),
  }
}
