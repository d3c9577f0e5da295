import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A fixed address for a server that comes and goes; without one, connections are closed. */
export interface Entrance {
  port: number
  /** Forwards to this port on this machine from now on. With null, forwards to nothing and closes open connections. */
  leadTo(port: number | null): void
  close(): Promise<void>
}

export const listenBefore = async (): Promise<Entrance> => {
  let target: number | null = null
  const open = new Set<Socket>()
  const server = createServer((near) => {
    if (target === null) return near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.setNoDelay()
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port, // a TCP server's address is never text
    leadTo: (port) => {
      target = port
      if (port === null) cut()
    },
    close: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
