import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { BadSetting, valueOf } from './read-setting.ts'
import { isLoopback, plainCollectorIn, plaintextIn } from './refuse-plaintext.ts'
import { root } from './root.ts'
import { settings } from './settings.ts'

type Read = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['shape']> }
export type Config = Omit<Read, 'DEMO' | 'LOG_LEVEL' | 'REQUIRE_LICENSE' | 'SECOND_FACTOR'> & {
  DEMO: boolean
  REQUIRE_LICENSE: boolean
  LOG_LEVEL: Exclude<Read['LOG_LEVEL'], ''>
  SECOND_FACTOR: Exclude<Read['SECOND_FACTOR'], ''>
}

/** Reads and validates all settings; throws BadSetting with one readable line. */
export const readConfig = (given: Record<string, string | undefined>): Config => {
  const environment = withoutServices(given)
  const misspelled = misspelledIn(environment, [...Object.keys(settings), ...secrets.map((name) => `${name}_FILE`)])
  if (misspelled) throw new BadSetting(misspelled)
  const entries = Object.entries(settings).map(([name, { byDefault, shape }]) => {
    const value =
      valueOf(
        name,
        environment,
        secrets.some((secret) => secret === name),
      ) ?? byDefault
    const { data, error } = z.safeParse(shape, value)
    if (error) throw new BadSetting(`Setting ${name}: ${shown(name, value)} is not ${error.issues[0]?.message}.`)
    return [name, data]
  })
  const values: Read = Object.fromEntries(entries)
  const isNamed = values.DATABASE_URL !== '' || environment['DATABASE_URL'] === 'embedded'
  const isDemo = values.DEMO === '1' || (values.DEMO === '' && !isNamed)
  const config: Config = {
    ...values,
    DEMO: isDemo,
    LOG_LEVEL: values.LOG_LEVEL || (isDemo ? 'warn' : 'info'),
    REQUIRE_LICENSE: values.REQUIRE_LICENSE === '' ? !isDemo : values.REQUIRE_LICENSE === '1',
    SECOND_FACTOR: values.SECOND_FACTOR || (isDemo ? 'optional' : 'staff'),
  }
  refuseContradictions(config)
  const plaintext = config.ALLOW_PLAINTEXT ? null : (plaintextIn(config) ?? plainCollectorIn(environment))
  if (plaintext) throw new BadSetting(plaintext)
  if (!isDemo && (config.SMTP_URL || environment['MAIL_FROM']) && isMadeUp(config.MAIL_FROM))
    throw new BadSetting(
      `Setting MAIL_FROM: mail cannot come from "${config.MAIL_FROM}", whose domain is for examples only; set an address that your mail server sends for.`,
    )
  if (isDemo && values.DEMO === '' && isBeyondLoopback(config))
    throw new BadSetting(
      'Setting DEMO: HOST or PUBLIC_URL is reachable from other machines and no DATABASE_URL is set; set 1 to show the demo, whose password is public, or 0 for a portal of your own on the embedded database.',
    )
  return config
}

/** Settings that can also be read from a mounted file, so that secrets don't show up in process listings. */
export const secrets: readonly (keyof typeof settings)[] = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'TRAIL_KEY',
  'BACKUP_KEY',
  'BACKUP_SIGN_KEY',
  'BACKUP_TO',
  'SMTP_URL',
  'ERP_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'UPLOADS',
  'TRACE_BUCKET',
  'SECRET_KEY',
]

/** Domains reserved for documentation and tests. */
const isMadeUp = (sender: string): boolean =>
  /@(?:[^@>]*\.)?(?:example|invalid|example\.(?:com|net|org))>?$/i.test(sender)

const isBeyondLoopback = ({ HOST, PUBLIC_URL }: Pick<Read, 'HOST' | 'PUBLIC_URL'>): boolean =>
  !isLoopback(HOST) || (PUBLIC_URL !== '' && !isLoopback(new URL(PUBLIC_URL).hostname))

const shown = (name: string, value: string) =>
  /PASSWORD|SECRET|_KEY$|_URL$/.test(name) ? 'its value' : JSON.stringify(value)

/** Longer than the connector's timeout for a create. */
const leastSettleSeconds = 120

/** Checks that span settings: half a payment provider would fail at checkout, and a secret key would reach browsers. */
const refuseContradictions = (config: Config): void => {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = config
  if (config.ERP_URL && !config.ERP_USER) throw new BadSetting('Setting ERP_USER: required when ERP_URL is set.')
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config
  if (OIDC_ISSUER && !(OIDC_CLIENT_ID && OIDC_CLIENT_SECRET))
    throw new BadSetting('Setting OIDC_ISSUER: requires OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.')
  if (isSecret(STRIPE_PUBLISHABLE_KEY))
    throw new BadSetting('Setting STRIPE_PUBLISHABLE_KEY: contains a secret key, which browsers would see.')
  if (isSecret(PAYPAL_CLIENT_ID))
    throw new BadSetting('Setting PAYPAL_CLIENT_ID: contains a secret, which browsers would see.')
  if (Boolean(STRIPE_SECRET_KEY) !== Boolean(STRIPE_PUBLISHABLE_KEY))
    throw new BadSetting('Settings STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: set both or neither.')
  if (Boolean(PAYPAL_CLIENT_ID) !== Boolean(PAYPAL_CLIENT_SECRET))
    throw new BadSetting('Settings PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET: set both or neither.')
  if (!config.DEMO && config.ERP_SETTLE_SECONDS < leastSettleSeconds)
    throw new BadSetting(`Setting ERP_SETTLE_SECONDS: at least ${leastSettleSeconds}, because a create may take 90 s.`)
  if (config.MIGRATION_DATABASE_URL && !config.DATABASE_URL)
    throw new BadSetting('Setting MIGRATION_DATABASE_URL: requires DATABASE_URL with the role that the portal runs as.')
  if (config.RATE_LIMITS === 0 && !isLoopback(config.HOST))
    throw new BadSetting('Setting RATE_LIMITS: 0 is allowed on a loopback HOST only.')
}

const isSecret = (key: string) => /sk_|rk_|whsec_|secret/i.test(key)

const leastLetters = 6
const maxEdits = 2

type Environment = Record<string, string | undefined>

/** Finds a variable whose name is almost that of a setting, and suggests the setting. */
const misspelledIn = (environment: Environment, known: readonly string[]): string | null => {
  const names = new Set(known)
  const longEnough = known.filter((name) => name.replaceAll('_', '').length >= leastLetters)
  for (const [given, value] of Object.entries(environment)) {
    if (!value || names.has(given)) continue
    const meant = longEnough.find((name) => isNear(given.toUpperCase(), name))
    if (meant)
      return `Setting ${given}: unknown, but ${meant} is almost the same; use that, or remove ${given} from the environment.`
  }
  return null
}

/** Removes the variables that Kubernetes injects for each service of a namespace. */
const withoutServices = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name, value]) => !isOfService(name, value ?? '')))

const isOfService = (name: string, value: string): boolean =>
  /_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/.test(name) ||
  (name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value))

const isNear = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= maxEdits && editsBetween(one, other) <= maxEdits

/** The edit distance: letters to replace, insert or delete. */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= other.length; at++)
      next.push(
        Math.min((next[at - 1] ?? 0) + 1, (row[at] ?? 0) + 1, (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[other.length] ?? 0
}

/** Releases don't contain the build script. */
const isInRelease = (): boolean => !existsSync(resolve(root, 'scripts/build.mjs'))

/** A release must not fall back to the demo or to a local folder because DATABASE_URL got lost. */
export const refuseUnnamedDatabase = (
  environment: Record<string, string | undefined>,
  isRelease = isInRelease(),
): void => {
  const isNamed = environment['DATABASE_URL'] || environment['DATABASE_URL_FILE']
  if (!isRelease || isNamed || environment['DEMO'] === '1') return
  throw new BadSetting(
    'Setting DATABASE_URL: empty. Set the URL of your PostgreSQL, or embedded for the bundled one; DEMO=1 shows the demo, whose password is public.',
  )
}
