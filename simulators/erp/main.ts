import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBusiness } from './business.ts'
import { newControl } from './control.ts'
import { newFaults } from './faults.ts'
import { newLimitSwitch } from './limits.ts'
import { newRequestLog } from './requests.ts'
import { newServer } from './server.ts'
import type { Parts } from './server.ts'
import { readSettings } from './settings.ts'

const start = async () => {
  const settings = readSettings(process.env, process.argv.slice(2))
  const business = openBusiness(settings)
  const parts: Parts = {
    settings,
    business,
    faults: newFaults(settings.seed),
    limits: newLimitSwitch(settings.profile.limits),
    requests: newRequestLog(),
    availability: { isOff: false, maintenanceUntil: 0 },
  }
  const server = newServer(parts)
  const port = await listen(server, settings.port, settings.host)
  const control =
    settings.controlPort === null
      ? null
      : newControl({
          ...parts,
          refuseConnections: () => stopListening(server),
          acceptConnections: async () => {
            if (!server.listening) await listen(server, port, settings.host)
          },
        })
  const controlPort = control && (await listen(control, settings.controlPort ?? 0, '127.0.0.1'))
  const timer = settings.tickSeconds > 0 ? setInterval(business.tickAtPace, settings.tickSeconds * 1000) : null

  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    if (timer) clearInterval(timer)
    business.close()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  if (settings.followsParent) process.stdin.on('end', end).on('error', end).resume()

  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  const ready = {
    ready: true,
    url: `http://${host}:${port}`,
    control: controlPort ? `http://127.0.0.1:${controlPort}` : null,
  }
  console.log(JSON.stringify(ready))
}

const listen = async (server: Server, port: number, host: string) => {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // a TCP server's address is never text
}

const stopListening = async (server: Server) => {
  if (!server.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

start().catch((error: unknown) => {
  console.error(`The simulator cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
