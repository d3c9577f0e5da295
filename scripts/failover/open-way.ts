import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A port that forwards to another until it is cut; then its connections end, as if a cable was pulled. */
export const openWay = async (port: number, to: number) => {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const onward = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    cut: () => {
      isCut = true
      endAll()
    },
    mend: () => (isCut = false),
    close: () => {
      server.close()
      endAll()
    },
  }
}
