import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

interface Delivered {
  from: string
  to: string[]
  content: string
}

/** A minimal SMTP server; tests can make it busy, and it rejects the recipient "refused". */
export const startMailServer = async () => {
  const delivered: Delivered[] = []
  let isBusy = false
  /** Connections of the recipient whose server stays silent. */
  const silent = new Set<Socket>()
  const server = createServer((socket) => {
    let mail: Delivered = { from: '', to: [], content: '' }
    let isContent = false
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string) => {
      if (isContent) {
        if (line !== '.') mail.content += `${line}\n`
        else {
          isContent = false
          delivered.push(mail)
          mail = { from: '', to: [], content: '' }
          say('250 queued')
        }
        return
      }
      const command = line.slice(0, 4).toUpperCase()
      if (command === 'MAIL') mail.from = /<(.*?)>/.exec(line)?.[1] ?? ''
      if (command === 'RCPT') mail.to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
      if (command === 'RCPT' && mail.to.some((to) => to.startsWith('silent'))) return void silent.add(socket)
      if (command === 'RCPT' && mail.to.some((to) => to.startsWith('refused'))) return say('550 no such user')
      if (command === 'DATA') isContent = true
      if (command === 'QUIT') return socket.end('221 bye\r\n')
      say(command === 'DATA' ? '354 go on' : isBusy && command === 'MAIL' ? '451 busy' : '250 ok')
    }
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      lines.forEach(hear)
    })
    socket.on('error', () => {})
    say('220 mail.test')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  return {
    delivered,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    beBusy: (busy: boolean) => {
      isBusy = busy
    },
    /** Simulates the timeout of a silent connection. */
    giveUp: () => {
      for (const socket of silent) socket.destroy()
      silent.clear()
    },
    countSilent: () => silent.size,
  }
}
