import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { root } from '#platform/root.ts'
import { startTestPortal } from '#portal/testing.ts'
import { databaseUrl, startProcess } from '#portal/testing-process.ts'
import {
  caseUri,
  jsonOf,
  packageUri,
  packing,
  palletUri,
  shipmentXml,
  wholesalerGln,
} from './epcis/testing-documents.ts'

const serials = 100_000
const perCase = 50
const mostSeconds = 60
const mostMegabytes = 600

/** Twice each, because memory that is not given back shows with the second. */
const formats = ['XML', 'XML', 'JSON-LD', 'JSON-LD'] as const

const environment = { OWN_GLNS: wholesalerGln }
const portal = await startTestPortal({ environment })
const admin = await portal.addUser({ is_admin: true, account_number: '' })

/** The most memory that the process ever used, in megabytes, by the kernel's count. */
const peakOf = async (pid: number): Promise<number> => {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1_024)
}

const upload = async (address: string, content: string, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const began = performance.now()
  const answer = await fetch(`${address}/api/trace/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  })
  const body: unknown = await answer.json()
  return { status: answer.status, body, seconds: (performance.now() - began) / 1_000 }
}

/** Cases of fifty on one pallet, as manufacturers pack. */
const documentOf = (instance: string): string => {
  const packages = Array.from({ length: serials }, (_, at) => `${instance}${1_000_000 + at}`)
  const cases = Array.from({ length: serials / perCase }, (_, at) => `${instance}${5_000 + at}`)
  const packings = cases.map((one, at) =>
    packing(caseUri(one), packages.slice(at * perCase, (at + 1) * perCase).map(packageUri)),
  )
  return shipmentXml({
    instance,
    serials: packages,
    between: [
      packing(caseUri('110'), packages.map(packageUri), 'DELETE', '2026-03-27T06:51:16Z'),
      ...packings.map((event) => event.replaceAll('T06:50:16Z', 'T06:52:16Z')),
      packing(palletUri, cases.map(caseUri), 'ADD', '2026-03-27T06:55:16Z'),
    ].join(''),
    shipped: palletUri,
  })
}

test(`documents with ${serials} serial numbers are stored within ${mostSeconds} s and ${mostMegabytes} MB`, async (t) => {
  const building = "import { build } from './scripts/build.mjs'; await build()"
  execFileSync(process.execPath, ['--input-type=module', '--eval', building], { cwd: root, stdio: 'inherit' })
  const { child, address, stop } = await startProcess(
    {
      DATABASE_URL: databaseUrl(portal.connection),
      DEMO: '0',
      SECOND_FACTOR: 'optional',
      TRAIL_KEY: portal.config.TRAIL_KEY,
      ...environment,
    },
    'built',
  )
  const pid = child.pid ?? 0
  const before = await peakOf(pid)
  for (const [instance, format] of formats.entries()) {
    const xml = documentOf(String(instance + 1))
    const content = format === 'XML' ? xml : jsonOf(xml)
    const { status, body, seconds } = await upload(address, content, `${instance}.${format}`)
    const peak = await peakOf(pid)
    t.diagnostic(
      `${serials} serial numbers in ${format}, ${(content.length / 1024 ** 2).toFixed(1)} MB: ${seconds.toFixed(1)} s, peak ${peak} MB (started with ${before} MB)`,
    )
    assert.equal(status, 201, JSON.stringify(body))
    assert.ok(seconds < mostSeconds)
    assert.ok(peak < mostMegabytes, `${peak} MB`)
  }
  const { count } = await portal.db
    .selectFrom('trace_package')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), formats.length * serials)
  await stop()
})
