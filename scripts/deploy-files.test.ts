import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { readConfig, secrets } from '#platform/config.ts'
import { settings } from '#platform/settings.ts'
import { version } from '#platform/version.ts'

const read = (file: string) => readFile(`deploy/${file}`, 'utf8')
const known = new Set([...Object.keys(settings), ...secrets.map((name) => `${name}_FILE`)])
const isOurs = (name: string) => known.has(name)

describe('deploy/Dockerfile', async () => {
  const text = await read('Dockerfile')

  it('runs unprivileged, has a health check, and uses only known settings', () => {
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

describe('deploy/Dockerfile and deploy/compose/Caddyfile', () => {
  it('make the portal’s user the owner of the data folder', async () => {
    const text = await read('Dockerfile')
    const [, user = ''] = /^USER (\d+:\d+)$/m.exec(text) ?? []
    assert.match(text, /&& mkdir -p \/image\/data$/m)
    assert.ok(text.includes(`COPY --from=install --chown=${user} /image/ /\n`))
  })

  it('buffer slow uploads in the proxy', async () => {
    const text = await read('compose/Caddyfile')
    const [, buffered] = /request_buffers (\w+)/.exec(text) ?? []
    const [, largest] = /max_size (\w+)/.exec(text) ?? []
    assert.ok(largest)
    assert.equal(buffered, largest)
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

  it('starts the portal with a read-only root and known settings', () => {
    for (const name of ['portal', 'tables']) {
      const { read_only, user, environment = {} } = services[name] ?? {}
      assert.deepEqual([read_only, user], [true, '65532:65532'], name)
      assert.deepEqual(
        Object.keys(environment).filter((one) => !isOurs(one)),
        [],
      )
    }
  })

  it('starts with its settings and the secrets that its script generates once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'apotheca-compose-'))
    try {
      await writeFile(join(folder, 'make-secrets.sh'), await read('compose/make-secrets.sh'))
      const draw = () => execFileSync('sh', [join(folder, 'make-secrets.sh')])
      draw()
      const configs = ['portal', 'tables'].map((name) => {
        const given = Object.entries(services[name]?.environment ?? {}).map(([setting, value]) => [
          setting,
          value.replace(/^\$\{\w+:-(.*)\}$/, '$1').replace('/run/secrets', join(folder, 'secrets')),
        ])
        return readConfig(Object.fromEntries(given) as Record<string, string>)
      })
      const [portal, tables] = configs
      assert.match(portal?.DATABASE_URL ?? '', /^postgres:\/\/apotheca_portal:[\w-]{48}@database\/apotheca$/)
      assert.match(tables?.MIGRATION_DATABASE_URL ?? '', /^postgres:\/\/apotheca_owner:[\w-]{48}@database\/apotheca$/)
      draw()
      assert.equal(await readFile(join(folder, 'secrets/secret_key'), 'utf8'), portal?.SECRET_KEY)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('has a script that generates every secret', async () => {
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

  it('has this release’s version, and every value that a template uses', async () => {
    const { version: chart, appVersion } = parse(await read('helm/Chart.yaml')) as Record<string, string>
    assert.deepEqual([chart, appVersion], [version, version])
    for (const [, path = ''] of templates.join('').matchAll(/\.Values\.([\w.]+)/g))
      assert.notEqual(valueAt(path), undefined, path)
  })

  it('uses only known settings', () => {
    assert.deepEqual(
      Object.keys(valueAt('settings') as object).filter((name) => !isOurs(name)),
      [],
    )
  })

  it('starts with its settings only after a sender is set', () => {
    const secret = { DATABASE_URL: 'postgres://apotheca_portal:x@db.harbor.com/apotheca?sslmode=verify-full' }
    const given = { DEMO: '0', SMTP_URL: 'smtps://mail.harbor.com', ...secret, ...(valueAt('settings') as object) }
    assert.throws(() => readConfig(given), /MAIL_FROM/)
    assert.equal(readConfig({ ...given, MAIL_FROM: 'orders@harbor.com' }).METRICS_PORT, '9464')
  })

  it('gives the migration job the settings, and restarts pods when they change', () => {
    const [portal = '', tables = ''] = ['kind: Deployment', 'kind: Job'].map((kind) =>
      templates.find((template) => template.includes(kind)),
    )
    assert.match(tables, /range \$name, \$value := \.Values\.settings/)
    assert.match(portal, /checksum\/settings: '\{\{ \.Values\.settings \| toJson \| sha256sum \}\}'/)
  })

  it('stores audit trail heads outside of pods, and accepts pictures', () => {
    const portal = templates.find((template) => template.includes('kind: Deployment')) ?? ''
    assert.match(portal, /name: data, persistentVolumeClaim:/)
    assert.equal(
      (valueAt('ingress.annotations') as object)['nginx.ingress.kubernetes.io/proxy-body-size' as never],
      '20m',
    )
  })

  it('renders valid YAML', () => {
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
  it('runs commands with the service’s settings', async () => {
    const [unit, command] = await Promise.all([read('systemd/apotheca.service'), read('systemd/apotheca-command')])
    const [names, ofCommand] = [unit, command].map((text) => [
      ...new Set([...text.matchAll(/(?:=| -E )([A-Z_]+(?:_FILE)?)=/gm)].map(([, name = '']) => name)),
    ])
    for (const credential of unit.match(/(?<=LoadCredential=)\S+/g) ?? [])
      assert.ok(command.includes(credential), credential)
    for (const name of ['DATABASE_URL_FILE', 'TRAIL_KEY_FILE', 'SECRET_KEY_FILE', 'DATA_DIR', 'DEMO'])
      assert.ok(unit.includes(`${name}=`) && ofCommand?.includes(name), name)
    assert.ok(names)
    for (const name of ofCommand ?? []) assert.ok(isOurs(name) || name === 'NODE_ENV', name)
  })

  const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8', timeout: 30_000 })
  const isThere = analyze('--version').status === 0

  it('passes systemd’s verification with low exposure', { skip: !isThere && 'systemd is not here' }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'apotheca-unit-'))
    try {
      const file = join(folder, 'apotheca.service')
      // The path to which a release is unpacked does not exist here.
      const unit = (await read('systemd/apotheca.service')).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      await writeFile(file, unit)
      const verified = analyze('verify', file)
      assert.deepEqual([verified.status, verified.stderr], [0, ''])
      // The score is in tenths; an unrestricted unit has 96.
      const judged = analyze('security', '--offline=true', '--threshold=20', file)
      assert.equal(judged.status, 0, judged.stdout)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('uses only known settings, and locks the rest away', async () => {
    const text = await read('systemd/apotheca.service')
    const names = [...text.matchAll(/(?:^Environment=| )([A-Z_]+)=/gm)].map(([, name = '']) => name)
    assert.deepEqual(
      names.filter((name) => !isOurs(name)),
      ['NODE_ENV'],
    )
    for (const guard of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
      assert.ok(text.includes(`\n${guard}`), guard)
  })

  it('lets Node list the machine’s addresses, which listening on all of them requires', async () => {
    const [, families = ''] = /^RestrictAddressFamilies=(.*)$/m.exec(await read('systemd/apotheca.service')) ?? []
    for (const family of ['AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK'])
      assert.ok(families.split(' ').includes(family))
  })
})
