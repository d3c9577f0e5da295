import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import pg from 'pg'
import { type Head, archiveHeads, readHeads } from '#audit/save-heads.ts'
import { findTrailKey, keyIsMissing, trailKeys } from '#audit/trail-keys.ts'
import { verifyTrail } from '#audit/verify-trail.ts'
import { removeDemoAccounts } from '#customers/remove-demo-accounts.ts'
import { readRuleSet, replayRules } from '#compliance/monitoring/replay-rules.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { openStore } from '#files/open-store.ts'
import { createAdmin } from '#identity/create-admin.ts'
import { resetFactors } from '#identity/factors/reset-factors.ts'
import { importFields } from '#imports/import-fields.ts'
import { importFile } from '#imports/import-file.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { addRole } from '#platform/db/add-role.ts'
import { restore } from '#platform/db/backup.ts'
import { excessRightsOf } from '#platform/db/check-role.ts'
import { explainRefusal } from '#platform/db/explain-refusal.ts'
import { migrate } from '#platform/db/migrate.ts'
import { loginOf, type OwnedDatabase, openDatabase } from '#platform/db/open-database.ts'
import { makeSignKeys } from '#platform/db/seal-backup.ts'
import { removeContractPrices } from '#pricing/replace-prices.ts'
import { examine } from './doctor.ts'
import { exportPerson } from './export-person.ts'
import { fetchBackup, listBackups } from './open-backup-store.ts'
import { pauseJobs, pauseJobsWithin, resumeJobs } from './pause-jobs.ts'
import { retryJobs } from './retry-jobs.ts'
import { changedSince, writeBackup } from './schedule-backups.ts'
import { verifyBackup } from './verify-backup.ts'

/** Input and output of a command: the operator's terminal, or a test. */
export interface Terminal {
  input: Readable & { isTTY?: boolean }
  out(text: string): void
  err(text: string): void
}

interface Invocation {
  config: Config
  args: string[]
  print(line: string): void
  warn(line: string): void
  terminal: Terminal
}

interface Command {
  usage: string
  /** No result means exit code 0. */
  run(invocation: Invocation): Promise<number | void>
}

/** Not restored, so that sessions and keys that were revoked since the backup stay revoked; all users sign in again. */
const whatOpens = ['session', 'sign_in_step', 'passkey_challenge', 'sign_on_attempt', 'password_key', 'one_time_code']
/** Belongs to the installation of the backup, not to this one. */
const notRestored = [...whatOpens, 'job_hold']

/** Operator commands: `npm run portal -- <command>`. */
const commands: Record<string, Command> = {
  'set-up-database': {
    usage: 'set-up-database                   creates the tables, and the role of DATABASE_URL with its grants',
    run: async ({ config, print }) => {
      if (config.MIGRATION_DATABASE_URL && (await makeRole(config)))
        print(`Created the role ${loginOf(config.DATABASE_URL).user}.`)
      await withDatabase(config, async ({ db }) =>
        print(
          (await excessRightsOf(db)) ??
            'The database is ready. Its role owns nothing and cannot change the audit trail.',
        ),
      )
    },
  },
  doctor: {
    usage: 'doctor                            checks everything the portal depends on and says what to fix',
    run: async ({ config, print }) => {
      let code = 0
      for await (const { what, told, isFault } of examine(config)) {
        print(`${isFault ? 'not ok' : 'ok    '}  ${what}: ${told}`)
        if (isFault) code = 1
      }
      return code
    },
  },
  'retry-jobs': {
    usage: 'retry-jobs KIND                   retries failed jobs of a kind, such as mail.send',
    run: ({ config, args: [kind = ''], print }) => {
      if (!/^[\w.-]+$/.test(kind))
        throw new Error('Name a kind of jobs, such as mail.send. The doctor command lists the failed ones.')
      return withDatabase(config, async ({ db }) => print(`Retrying ${await retryJobs(db, kind)} of ${kind}.`))
    },
  },
  'create-admin': {
    usage: 'create-admin EMAIL "FIRST LAST"   prompts for the password, or reads it from standard input',
    run: ({ config, args: [email = '', name = ''], print, terminal }) => {
      if (!email || !name) throw new Error('Enter an email address and a name: create-admin ann@harbor.com "Ann Lee".')
      return withDatabase(config, async ({ db }) => {
        await createAdmin(db, { email, name, password: await askPassword(terminal) })
        print(`${email} is now an administrator.`)
      })
    },
  },
  'reset-factors': {
    usage: 'reset-factors EMAIL               for an admin who lost passkey, authenticator app and recovery codes',
    run: ({ config, args: [email = ''], print }) => {
      if (!email) throw new Error('Enter an email address: reset-factors ann@harbor.com.')
      return withDatabase(config, async ({ db }) => {
        await resetFactors(db, config, email)
        print(`${email} can now sign in with just the password and then set up a new second factor.`)
      })
    },
  },
  'remove-demo-accounts': {
    usage: 'remove-demo-accounts              prepares a demo database for production use',
    run: ({ config, print }) =>
      withDatabase(config, async ({ db }) => {
        const count = await removeDemoAccounts(db, { onCustomersGone: removeContractPrices })
        print(`Removed ${count} demo accounts.`)
      }),
  },
  'import-products': {
    usage: 'import-products FILE.csv [name=COLUMN+COLUMN …] [take=all] [confirm=N]   may be stopped and run again',
    run: ({ config, args: [file = '', ...said], print, warn }) =>
      withDatabase(config, async ({ db }) => {
        const counts = await importFile(db, {
          file: needed(file, columnNames),
          columns: said.filter((one) => !/^(?:take|confirm)=/.test(one)),
          takesNoted: said.includes('take=all'),
          confirm: Number(said.find((one) => one.startsWith('confirm='))?.slice(8) ?? 0),
          onPart: (_, rows) => void (rows % 10_000 === 0 && warn(`${rows} rows`)),
          onRefused: (line, reason) => warn(`row ${line}: ${reason}`),
        })
        print(`${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.refused} refused.`)
      }),
  },
  'replay-rules': {
    usage: 'replay-rules [VERSION] [DAYS]     lists the past orders that monitoring rules would have flagged; 90 days',
    run: ({ config, args: [version, days = '90'], print }) =>
      withDatabase(config, async ({ db }) => {
        const set = await readRuleSet(db, version === undefined ? null : wholeNumberOf(version))
        const counts = { hold: 0, log: 0 }
        for await (const order of replayRules(db, { rules: set.rules, days: wholeNumberOf(days) })) {
          const isHeld = order.flags.some(({ mode }) => mode === 'hold')
          counts[isHeld ? 'hold' : 'log'] += 1
          print(
            `${order.placedAt.toISOString().slice(0, 10)}  ${isHeld ? 'hold' : 'log '}  ${order.number}  ${order.customer}`,
          )
          for (const { rule, family, finding } of order.flags)
            print(`    ${[rule, family].filter(Boolean).join(' ')}: ${finding}`)
        }
        print(`Version ${set.number} would have held ${counts.hold} orders and logged ${counts.log} in ${days} days.`)
      }),
  },
  'export-person': {
    usage: 'export-person EMAIL               exports all data about a person as lines of JSON',
    run: ({ config, args: [email = ''], print }) => {
      if (!email) throw new Error('Enter an email address: export-person ann@harbor.com.')
      return withDatabase(config, async ({ db }) => {
        let count = 0
        for await (const one of exportPerson(db, email.trim().toLowerCase())) {
          print(JSON.stringify(one))
          count++
        }
        if (count === 0) throw new Error(`No user has the email address ${email}.`)
      })
    },
  },
  backup: {
    usage: 'backup FILE                       backs up everything as of one moment; the portal can keep running',
    run: ({ config, args: [file = ''], print }) =>
      withDatabase(config, async ({ pool }) =>
        print(`${await writeBackup(pool, config, needed(file))} rows written to ${file}.`),
      ),
  },
  'list-backups': {
    usage: 'list-backups                      lists the backups in BACKUP_TO, newest last',
    run: async ({ config, print }) => (await listBackups(config)).forEach(print),
  },
  'make-backup-key': {
    usage: 'make-backup-key                   creates two key pairs: encrypt and decrypt, sign and verify',
    run: async ({ print }) => {
      const { generateIdentity, identityToRecipient } = await import('age-encryption')
      const identity = await generateIdentity()
      print(`BACKUP_KEY=${await identityToRecipient(identity)}   encrypts: for the portal`)
      print(`BACKUP_KEY=${identity}   decrypts: for restore, store it elsewhere`)
      const { signs, checks } = makeSignKeys()
      print(`BACKUP_SIGN_KEY=${signs}   signs: for the portal`)
      print(`BACKUP_SIGN_KEY=${checks}   verifies: for restore`)
    },
  },
  restore: {
    usage:
      'restore FILE                      into an empty database only; kept:newest or kept:NAME is one of BACKUP_TO',
    run: ({ config, args: [file = ''], print }) =>
      withDatabase(config, async ({ db, owner, grantee }) => {
        const store = openStore(config)
        let then = {}
        const how = { putFile: store.put, onHeader: (settings: object) => (then = settings) }
        const count = await fetchBackup(config, needed(file), (here) =>
          restore(owner, here, {
            without: notRestored,
            key: config.BACKUP_KEY,
            signKey: config.BACKUP_SIGN_KEY,
            atEnd: pauseJobsWithin,
            ...how,
          }),
        ).finally(store.close)
        await migrate(owner, grantee)
        print(`Restored ${count} rows and the pictures.`)
        const held = await pauseJobs(db)
        if (!config.BACKUP_SIGN_KEY) print('The backup’s signature was not verified: BACKUP_SIGN_KEY is empty.')
        print('All jobs are on hold: no emails, orders or backups leave this portal until you run release-jobs.')
        for (const { kind, count } of held) print(`  would run: ${count} ${kind}`)
        const changed = changedSince(then, config)
        if (changed.length > 0) print(`Changed since the backup was made: ${changed.join(', ')}.`)
        const aside = await archiveHeads(config)
        if (aside) print(`The earlier audit trail heads are in ${aside}.`)
      }),
  },
  'release-jobs': {
    usage: 'release-jobs [new]                after a restore: releases all held jobs, or only those created since',
    run: ({ config, args: [which = ''], print }) => {
      if (which !== '' && which !== 'new') throw new Error('Use release-jobs or release-jobs new.')
      return withDatabase(config, async ({ db }) =>
        print(`Released ${await resumeJobs(db, { onlyNew: which === 'new' })} jobs.`),
      )
    },
  },
  'verify-backup': {
    usage: 'verify-backup FILE                restores it into a scratch database, compares, and drops that database',
    run: ({ config, args: [file = ''], print }) =>
      withDatabase(config, async ({ owner }) => {
        const { rows, files } = await fetchBackup(config, needed(file), (here) =>
          verifyBackup(owner, here, { key: config.BACKUP_KEY, signKey: config.BACKUP_SIGN_KEY }),
        )
        print(`The backup is complete: ${rows} rows and ${files} pictures; every table's count and sums match.`)
      }),
  },
  'verify-trail': {
    usage: 'verify-trail [POSITION:HASH …]    verifies the audit trail, also against hashes you noted',
    run: async ({ config, args, print }) => {
      const keys = trailKeys({ TRAIL_KEY: await findTrailKey(config) })
      return withDatabase(config, async ({ db }) => {
        const heads = [...(await readHeads(config)), ...args.map(asHead)]
        const { reason, sealed, unsealed, head } = await verifyTrail(db, { keys, heads })
        print(reason ?? `The trail is intact: ${sealed} entries, ${unsealed} not sealed yet.`)
        if (keys.length === 0) print(keyIsMissing)
        if (head) print(`${sealed}:${head}`)
        return reason ? 1 : 0
      })
    },
  },
  'erp:check': {
    usage: 'erp:check                         lists what is missing from the ERP connection',
    run: async ({ config, print }) => {
      const erp = connectErp(config)
      try {
        const findings = await erp.check()
        for (const { level, text } of findings) print(`${level.padEnd(8)} ${text}`)
        return findings.some(({ level }) => level === 'problem') ? 1 : 0
      } finally {
        await erp.close()
      }
    },
  },
}

/** The format of the log and of the daily email. */
const asHead = (text: string): Head => {
  const [, position, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!position || !hash) throw new Error(`"${text}" is not an entry number and a hash, such as 397:0f3a….`)
  return { at: '', position: Number(position), hash }
}

const columnNames = ` Its columns, in any order: ${Object.entries(importFields)
  .map(([field, header]) => `${header} (${field})`)
  .join(', ')}.`

const wholeNumberOf = (text: string): number => {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`"${text}" is not a whole number: replay-rules 2 30.`)
  return Number(text)
}

const needed = (file: string, more = ''): string => {
  if (!file) throw new Error(`Name a file.${more}`)
  return file
}

/** Returns false if the role exists. */
const makeRole = async ({ DATABASE_URL, MIGRATION_DATABASE_URL }: Config): Promise<boolean> => {
  const owner = new pg.Client({ connectionString: MIGRATION_DATABASE_URL })
  await owner.connect()
  try {
    return await addRole(owner, loginOf(DATABASE_URL))
  } finally {
    await owner.end()
  }
}

const withDatabase = async <T>(config: Config, work: (database: OwnedDatabase) => Promise<T>): Promise<T> => {
  const database = await openDatabase(config)
  try {
    await migrate(database.owner, database.grantee)
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Reads a password without echo. */
const askPassword = async ({ input, err }: Terminal): Promise<string> => {
  err('Password (at least 8 characters): ')
  const lines = createInterface({
    input,
    output: new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: input.isTTY === true,
  })
  // A readline question whose input has ended never resolves.
  const password = await Promise.race([lines.question(''), once(lines, 'close').then(() => null)])
  lines.close()
  err('\n')
  if (password === null) throw new Error('No password was entered. Type it, or pipe it to standard input.')
  return password.trim()
}

/** Reduces any error to one line without a stack trace. */
const sentenceOf = (error: unknown): string => {
  const said = explainRefusal(error) ?? (error instanceof Error ? error.message : String(error))
  const line = said.replaceAll(/\s+/g, ' ').trim()
  return line || (error instanceof Error && 'code' in error ? `It failed: ${String(error.code)}.` : 'It failed.')
}

/** Runs one command and returns its exit code; an error is one line on `err`. */
export const command = async (
  [name = '', ...args]: string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> => {
  const print = (line: string): void => terminal.out(`${line}\n`)
  const warn = (line: string): void => terminal.err(`${line}\n`)
  const known = commands[name]
  if (!known) {
    warn(['Usage: npm run portal -- COMMAND', ...Object.values(commands).map(({ usage }) => `  ${usage}`)].join('\n'))
    return 2
  }
  try {
    return (await known.run({ config: readConfig(environment), args, print, warn, terminal })) ?? 0
  } catch (error) {
    warn(sentenceOf(error))
    return 1
  }
}

if (import.meta.main)
  process.exitCode = await command(process.argv.slice(2), process.env, {
    input: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  })
