import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig, secrets, refuseUnnamedDatabase } from './config.ts'
import { BadSetting } from './read-setting.ts'
import { settings } from './settings.ts'

const documented = async (): Promise<Map<string, { byDefault: string; meaning: string }>> => {
  const page = await readFile(resolve(import.meta.dirname, '../../docs/deployment.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$/gm)]
  return new Map(
    rows.map(([, name = '', byDefault = '', meaning = '']) => [
      name,
      { byDefault: byDefault.replaceAll('`', ''), meaning },
    ]),
  )
}

describe('settings', () => {
  it('are all documented with their default and meaning', async () => {
    const actual = new Map(
      Object.entries(settings).map(([name, { byDefault, meaning }]) => [name, { byDefault, meaning }]),
    )
    assert.deepEqual(await documented(), actual)
  })

  it('have working defaults: the demo on loopback', () => {
    const config = readConfig({})
    assert.equal(config.DEMO, true)
    assert.equal(config.HOST, '127.0.0.1')
    assert.equal(config.PORT, 3000)
  })

  it('disable the demo when a database is set', () => {
    assert.equal(readConfig({ DATABASE_URL: 'postgres://localhost/apotheca' }).DEMO, false)
    assert.equal(readConfig({ DATABASE_URL: 'postgres://localhost/apotheca', DEMO: '1' }).DEMO, true)
    const { DEMO, DATABASE_URL } = readConfig({ DATABASE_URL: 'embedded' })
    assert.deepEqual([DEMO, DATABASE_URL], [false, ''])
  })

  it('must set the database or request the demo in a release', () => {
    for (const unnamed of [{}, { DEMO: '0' }, { DEMO: '' }, { DATABASE_URL: '' }])
      assert.throws(() => refuseUnnamedDatabase(unnamed, true), /^Error: Setting DATABASE_URL: empty\. [^\n]*$/)
    for (const named of [
      { DATABASE_URL: 'postgres://localhost/apotheca' },
      { DATABASE_URL_FILE: '/run/secrets/database' },
      { DATABASE_URL: 'embedded', DEMO: '0' },
      { DEMO: '1' },
    ])
      refuseUnnamedDatabase(named, true)
    refuseUnnamedDatabase({}, false)
  })

  it('expose the demo beyond loopback only when DEMO is explicit', () => {
    for (const beyond of [{ HOST: '0.0.0.0' }, { HOST: '' }, { PUBLIC_URL: 'https://orders.acme.example' }]) {
      assert.throws(() => readConfig(beyond), /^Error: Setting DEMO: /)
      assert.equal(readConfig({ ...beyond, DEMO: '1' }).DEMO, true)
      assert.equal(readConfig({ ...beyond, DEMO: '0' }).DEMO, false)
    }
    for (const HOST of ['localhost', '::1', '127.0.0.1'])
      assert.equal(readConfig({ HOST, PUBLIC_URL: 'http://localhost:3000' }).DEMO, true)
  })

  const [plain, encrypted, near] = [
    [
      { SMTP_URL: 'smtp://user:hunter2@mail.example' },
      { DATABASE_URL: 'postgres://portal:hunter2@db.example/apotheca' },
      { DATABASE_URL: 'postgres://db.example/apotheca?sslmode=prefer' },
      { DATABASE_URL: 'postgres://localhost/apotheca?host=10.0.0.7' },
      { UPLOADS: 's3://key:hunter2@bucket?endpoint=http%3A%2F%2Fminio.example' },
      { TRACE_BUCKET: 's3://key:hunter2@bucket?endpoint=http%3A%2F%2Fminio.example' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' },
      { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://collector.example:4318' },
    ],
    [
      { SMTP_URL: 'smtps://mail.example' },
      { SMTP_URL: 'smtp://mail.example:587?requireTLS=true' },
      { DATABASE_URL: 'postgres://db.example/apotheca?sslmode=verify-full' },
      { DATABASE_URL: 'postgres://db.example/apotheca?sslmode=require' },
      { UPLOADS: 's3://key:secret@bucket?endpoint=https%3A%2F%2Fminio.example' },
      { UPLOADS: 's3://bucket' },
    ],
    [
      { SMTP_URL: 'smtp://127.0.0.1:2525' },
      { DATABASE_URL: 'postgres://localhost/apotheca' },
      { DATABASE_URL: 'postgres:///apotheca' },
      { DATABASE_URL: 'postgres://localhost/apotheca?host=%2Fvar%2Frun%2Fpostgresql' },
      { UPLOADS: 's3://bucket?endpoint=http%3A%2F%2Flocalhost%3A9000' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    ],
  ]
  for (const environment of plain)
    it(`refuse plaintext connections to other machines without ALLOW_PLAINTEXT: ${Object.values(environment)[0]}`, () => {
      assert.throws(
        () => readConfig(environment),
        ({ message }: Error) => /^Setting \w+: .*ALLOW_PLAINTEXT/.test(message) && !message.includes('hunter2'),
      )
      assert.ok(readConfig({ ...environment, ALLOW_PLAINTEXT: '1' }))
    })
  for (const environment of [...encrypted, ...near])
    it(`accept encrypted or local connections: ${Object.values(environment)[0]}`, () => {
      assert.ok(readConfig(environment))
    })

  const bad: [string, Record<string, string>, RegExp][] = [
    ['a port that is none', { PORT: 'http' }, /^Setting PORT: "http" is not a number from 0 to 65535\.$/],
    [
      'a database of another kind',
      { DATABASE_URL: 'mysql://db.example' },
      /^Setting DATABASE_URL: its value is not an address/,
    ],
    ['an ERP without encryption', { ERP_URL: 'http://erp.example', ERP_USER: 'portal' }, /^Setting ERP_URL: .*https/],
    [
      'a picture server that is no origin',
      { PICTURE_ORIGINS: 'https://x.example/path' },
      /^Setting PICTURE_ORIGINS: .*list of origins/,
    ],
    ['a sender without an address', { MAIL_FROM: 'nobody' }, /^Setting MAIL_FROM: "nobody" is not an address such as/],
    ['a sender of two lines', { MAIL_FROM: 'Ann\nBcc: x <ann@harbor.com>' }, /^Setting MAIL_FROM: /],
    ['a sender in angle brackets without one', { MAIL_FROM: 'Harbor <nobody>' }, /^Setting MAIL_FROM: /],
    ['nobody who is told of the trail', { TRAIL_HEAD_TO: 'auditor' }, /^Setting TRAIL_HEAD_TO: "auditor" is not an/],
    ['nobody to turn to', { CONTACT_EMAIL: 'sales' }, /^Setting CONTACT_EMAIL: "sales" is not an address such as/],
    [
      'the sender of the demo',
      { DEMO: '0', SMTP_URL: 'smtps://mail.harbor.com' },
      /^Setting MAIL_FROM: .*for examples/,
    ],
    ['a made-up sender', { DEMO: '0', MAIL_FROM: 'Harbor <a@b.Example>' }, /^Setting MAIL_FROM: .*for examples/],
    ['an address with a path', { PUBLIC_URL: 'https://harbor.com/shop' }, /^Setting PUBLIC_URL: .* without a path\.$/],
    ['an address with a query', { PUBLIC_URL: 'https://harbor.com/?a=b' }, /^Setting PUBLIC_URL: .* without a path\.$/],
    ['a typo', { SMPT_URL: 'smtp://localhost' }, /^Setting SMPT_URL: unknown, but SMTP_URL is almost /],
    ['a letter too many', { BACKUPS_TO: '/b' }, /^Setting BACKUPS_TO: .* BACKUP_TO is almost the same/],
    ['two letters too few', { BAKUP_T: '/b' }, /^Setting BAKUP_T: .* BACKUP_TO is almost the same/],
    ['small letters', { smtp_url: 'smtp://localhost' }, /^Setting smtp_url: .* SMTP_URL is almost the same/],
    ['a file of a typo', { SMPT_URL_FILE: '/run/smtp' }, /^Setting SMPT_URL_FILE: .* SMTP_URL_FILE is almost/],
    ['a port of metrics by another name', { METRIC_PORT: '9464' }, /^Setting METRIC_PORT: .* METRICS_PORT is almost/],
    ['an ERP without a user', { ERP_URL: 'https://erp.example' }, /^Setting ERP_USER: /],
    [
      'a password inside an address',
      { ERP_URL: 'https://u:p@erp.example', ERP_USER: 'u' },
      /^Setting ERP_URL: its value is not an address without/,
    ],
    ['a settle delay shorter than a create', { DEMO: '0', ERP_SETTLE_SECONDS: '5' }, /^Setting ERP_SETTLE_SECONDS: /],
    ['limits switched off for the world', { RATE_LIMITS: '0', HOST: '0.0.0.0' }, /^Setting RATE_LIMITS: /],
    [
      'a color that nobody can read',
      { BRAND_COLOR: '#ffcc00' },
      /^Setting BRAND_COLOR: "#ffcc00" is not a readable color \(contrast is 1\.\d:1, the minimum 4\.5:1; #\w{6} would work\)\.$/,
    ],
    ['a logo that is not there', { BRAND_LOGO: '/nowhere.svg' }, /^Setting BRAND_LOGO: "\/nowhere\.svg" is not a file/],
    [
      'a logo that is a page',
      { BRAND_LOGO_DARK: import.meta.filename },
      /^Setting BRAND_LOGO_DARK: .* is not an SVG or PNG/,
    ],
    ['a legal page without an address', { LEGAL_URLS: 'terms=javascript:x' }, /^Setting LEGAL_URLS: /],
    ['an unknown time zone', { BUSINESS_TIME_ZONE: 'Mars/Base' }, /^Setting BUSINESS_TIME_ZONE: /],
    [
      'a secret key where browsers look',
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'sk_live_1' },
      /^Setting STRIPE_PUBLISHABLE_KEY: contains a secret key, which browsers would see\.$/,
    ],
    ['half a payment provider', { PAYPAL_CLIENT_ID: 'id' }, /^Settings PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET: /],
    ['prices for someone else', { PRICES: 'nobody' }, /^Setting PRICES: "nobody" is not one of public, signed-in\.$/],
  ]
  for (const [name, environment, message] of bad)
    it(`stop the start with one readable line: ${name}`, () => {
      assert.throws(
        () => readConfig(environment),
        (error: unknown) => error instanceof BadSetting && message.test(error.message) && !error.message.includes('\n'),
      )
    })

  it('ignore unrelated variables, including those of Kubernetes services', () => {
    const services = {
      METRICS_PORT: 'tcp://10.0.0.7:9464',
      METRIC_PORT: 'tcp://10.0.0.8:80',
      METRIC_PORT_80_TCP: 'tcp://10.0.0.8:80',
      METRIC_PORT_80_TCP_ADDR: '10.0.0.8',
      SMTP_SERVICE_HOST: '10.0.0.9',
      SMTP_SERVICE_PORT: '25',
      SMTP_SERVICE_PORT_SMTP: '25',
    }
    const others = { POST: '1', HOSTS: '1', DEM: '1', PATH: '/bin', NODE_ENV: 'production', SMPT_URL: '' }
    assert.equal(readConfig({ ...services, ...others }).METRICS_PORT, '')
    for (const MAIL_FROM of ['orders@harbor.com', 'Harbor, Inc. <orders@harbor.com>', 'portal@localhost'])
      assert.equal(readConfig({ DEMO: '0', SMTP_URL: 'smtps://mail.harbor.com', MAIL_FROM }).MAIL_FROM, MAIL_FROM)
    for (const PUBLIC_URL of [
      'https://harbor.com/',
      'https://Harbor.com',
      'https://harbor.com:443',
      'https://harbor.com/?',
    ])
      assert.equal(readConfig({ PUBLIC_URL, DEMO: '0' }).PUBLIC_URL, 'https://harbor.com')
  })

  it('can be read from files when they are secrets, as documented', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'apotheca-settings-'))
    try {
      const file = join(folder, 'secret')
      await writeFile(file, 'smtps://portal:hunter2@mail.example\n')
      assert.equal(readConfig({ SMTP_URL_FILE: file }).SMTP_URL, 'smtps://portal:hunter2@mail.example')
      for (const [environment, message] of [
        [{ SMTP_URL_FILE: file, SMTP_URL: 'smtp://localhost' }, /^Settings SMTP_URL and SMTP_URL_FILE: set only one/],
        [{ SMTP_URL_FILE: `${file}s` }, /^Setting SMTP_URL_FILE: the file ".*" cannot be read \(ENOENT\)\.$/],
        [
          { DATABASE_URL_FILE: file },
          /^Setting DATABASE_URL: its value is not an address with postgres: or postgresql:\.$/,
        ],
      ] as const)
        assert.throws(
          () => readConfig(environment),
          (error: Error) => message.test(error.message) && !error.message.includes('hunter2'),
        )
      assert.equal(readConfig({ PORT_FILE: file }).PORT, 3000)
    } finally {
      await rm(folder, { recursive: true })
    }
    const page = await readFile(resolve(import.meta.dirname, '../../docs/deployment.md'), 'utf8')
    const [, listed = ''] = /This works for ([^.]*)\./.exec(page) ?? []
    assert.deepEqual(
      [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name),
      [...secrets],
    )
  })

  it('never print a secret in that line', () => {
    assert.throws(
      () => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db' }),
      (error: Error) => !error.message.includes('hunter2'),
    )
  })
})
