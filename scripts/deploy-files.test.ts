import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { secrets } from '#platform/config.ts'
import { settings } from '#platform/settings.ts'
import { version } from '#platform/version.ts'

const read = (file: string) => readFile(`deploy/${file}`, 'utf8')
const known = new Set([...Object.keys(settings), ...secrets.map((name) => `${name}_FILE`)])
const isOurs = (name: string) => known.has(name)

describe('deploy/Dockerfile', async () => {
  const text = await read('Dockerfile')

  it('runs as nobody in particular, tells how it is, and sets what there is to set', () => {
    assert.match(text, /^USER [1-9]\d+:[1-9]\d+$/m)
    assert.match(text, /^HEALTHCHECK /m)
    const [, set = ''] = /^ENV (.*)$/m.exec(text) ?? []
    const names = [...set.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name)
    assert.deepEqual(
      names.filter((name) => !isOurs(name)),
      ['NODE_ENV'],
    )
  })
})

describe('deploy/compose', async () => {
  const Service = z.looseObject({
    environment: z.optional(z.record(z.string(), z.string())),
    secrets: z.optional(z.array(z.string())),
    read_only: z.optional(z.boolean()),
    user: z.optional(z.string()),
  })
  const Compose = z.looseObject({
    services: z.record(z.string(), Service),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  })
  const { services, secrets: files } = Compose.parse(parse(await read('compose/compose.yaml'), { merge: true }))

  it('starts the portal with a root that nobody writes, and with settings there are', () => {
    for (const name of ['portal', 'tables']) {
      const { read_only, user, environment = {} } = services[name] ?? {}
      assert.deepEqual([read_only, user], [true, '65532:65532'], name)
      assert.deepEqual(
        Object.keys(environment).filter((one) => !isOurs(one)),
        [],
      )
    }
  })

  it('has every secret drawn by its script', async () => {
    const script = await read('compose/make-secrets.sh')
    const used = Object.values(services).flatMap((service) => service.secrets ?? [])
    for (const name of used) {
      assert.equal(files[name]?.file, `secrets/${name}`)
      assert.ok(script.includes(`once ${name} `), name)
    }
  })
})

describe('deploy/helm', async () => {
  const values: unknown = parse(await read('helm/values.yaml'))
  const templates = await Promise.all(
    (await Array.fromAsync(glob('deploy/helm/templates/*'))).map((file) => readFile(file, 'utf8')),
  )
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values)

  it('is of this release, and every value a template takes is there', async () => {
    const { version: chart, appVersion } = parse(await read('helm/Chart.yaml')) as Record<string, string>
    assert.deepEqual([chart, appVersion], [version, version])
    for (const [, path = ''] of templates.join('').matchAll(/\.Values\.([\w.]+)/g))
      assert.notEqual(valueAt(path), undefined, path)
  })

  it('sets what there is to set', () => {
    assert.deepEqual(
      Object.keys(valueAt('settings') as object).filter((name) => !isOurs(name)),
      [],
    )
  })

  it('is YAML once it is filled in', () => {
    for (const template of templates) {
      const filled = template
        .replaceAll(/^\s*\{\{-.*\}\}\n/gm, '')
        .replaceAll(/\{\{ toJson [^}]*\}\}/g, '{}')
        .replaceAll(/\{\{[^}]*\}\}/g, 'x')
      for (const document of parseAllDocuments(filled)) assert.deepEqual(document.errors, [])
    }
  })
})

describe('deploy/systemd', () => {
  it('sets what there is to set, and locks the rest away', async () => {
    const text = await read('systemd/apotheca.service')
    const names = [...text.matchAll(/(?:^Environment=| )([A-Z_]+)=/gm)].map(([, name = '']) => name)
    assert.deepEqual(
      names.filter((name) => !isOurs(name)),
      ['NODE_ENV'],
    )
    for (const guard of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
      assert.ok(text.includes(`\n${guard}`), guard)
  })

  it('lets Node ask for the addresses of the machine, without which it cannot listen on all of them', async () => {
    const [, families = ''] = /^RestrictAddressFamilies=(.*)$/m.exec(await read('systemd/apotheca.service')) ?? []
    for (const family of ['AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK'])
      assert.ok(families.split(' ').includes(family))
  })
})
