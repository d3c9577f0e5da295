import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import pg from 'pg'
import { type Head, putHeadsAside, readHeads } from '#audit/keep-heads.ts'
import { findTrailKey, keyIsMissing, trailKeys } from '#audit/trail-keys.ts'
import { verifyTrail } from '#audit/verify-trail.ts'
import { createAdmin } from '#identity/create-admin.ts'
import { resetFactors } from '#identity/factors/reset-factors.ts'
import { removeDemoAccounts } from '#customers/remove-demo-accounts.ts'
import { removeContractPrices } from '#pricing/replace-prices.ts'
import { importFile } from '#imports/import-file.ts'
import { importFields } from '#imports/import-fields.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { openStore } from '#files/open-store.ts'
import { restore } from '#platform/db/backup.ts'
import { explainRefusal } from '#platform/db/explain-refusal.ts'
import { makeSignKeys } from '#platform/db/sign-backup.ts'
import { addRole } from '#platform/db/add-role.ts'
import { weaknessOf } from '#platform/db/judge-role.ts'
import { loginOf, type OwnedDatabase, openDatabase } from '#platform/db/open-database.ts'
import { migrate } from '#platform/db/migrate.ts'
import { examine } from './doctor.ts'
import { exportPerson } from './export-person.ts'
import { changedSince } from './fingerprint-settings.ts'
import { fetchKept, listKept } from './fetch-kept.ts'
import { writeBackup } from './keep-backups.ts'
import { holdJobs, holdWithin, releaseJobs } from './hold-jobs.ts'
import { retryJobs } from './retry-jobs.ts'
import { verifyBackup } from './verify-backup.ts'

/** Where a command reads and writes: the operator's terminal, or a test. */
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
  /** Nothing is the exit code 0. */
  run(invocation: Invocation): Promise<number | void>
}

/** Whoever signed out, or used his key, since the backup was made stays out: everybody signs in anew. */
const whatOpens = ['session', 'sign_in_step', 'passkey_challenge', 'sign_on_attempt', 'password_key', 'one_time_code']
/** Of the portal that the backup is of, and none of this one's. */
const notRestored = [...whatOpens, 'job_hold']

/** What an operator does outside the browser: `npm run portal -- <command>`. */
const commands: Record<string, Command> = {
  'set-up-database': {
    usage: 'set-up-database                   makes the tables, and the role of DATABASE_URL with what it may do',
    run: async ({ config, print }) => {
      if (config.MIGRATION_DATABASE_URL && (await makeRole(config)))
        print(`The role ${loginOf(config.DATABASE_URL).user} was made.`)
      await withDatabase(config, async ({ db }) =>
        print((await weaknessOf(db)) ?? 'The database is ready; its role owns nothing and changes no trail.'),
      )
    },
  },
  doctor: {
    usage: 'doctor                            looks at all the portal stands on, and says what to do',
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
    usage: 'retry-jobs KIND                   such as mail.send: what was set aside is tried again',
    run: ({ config, args: [kind = ''], print }) => {
      if (!/^[\w.-]+$/.test(kind))
        throw new Error('A kind of jobs is needed, such as mail.send: the doctor names those set aside.')
      return withDatabase(config, async ({ db }) => print(`${await retryJobs(db, kind)} of ${kind} are tried again.`))
    },
  },
  'create-admin': {
    usage: 'create-admin EMAIL "FIRST LAST"   the password is asked for, or read from standard input',
    run: ({ config, args: [email = '', name = ''], print, terminal }) => {
      if (!email || !name) throw new Error('An address and a name are needed: create-admin ann@harbor.com "Ann Lee".')
      return withDatabase(config, async ({ db }) => {
        await createAdmin(db, { email, name, password: await askPassword(terminal) })
        print(`${email} is an administrator now.`)
      })
    },
  },
  'reset-factors': {
    usage: 'reset-factors EMAIL               for an admin who lost passkey, authenticator app and recovery codes',
    run: ({ config, args: [email = ''], print }) => {
      if (!email) throw new Error('An address is needed: reset-factors ann@harbor.com.')
      return withDatabase(config, async ({ db }) => {
        await resetFactors(db, config, email)
        print(`${email} signs in with the password alone, and sets up a new second factor then.`)
      })
    },
  },
  'remove-demo-accounts': {
    usage: 'remove-demo-accounts              before a database that the demo filled is used for real',
    run: ({ config, print }) =>
      withDatabase(config, async ({ db }) => {
        const count = await removeDemoAccounts(db, { onCustomersGone: removeContractPrices })
        print(`${count} accounts of the demo removed.`)
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
  'export-person': {
    usage: 'export-person EMAIL               all that is kept about a person, as lines of JSON',
    run: ({ config, args: [email = ''], print }) => {
      if (!email) throw new Error('An address is needed: export-person ann@harbor.com.')
      return withDatabase(config, async ({ db }) => {
        let count = 0
        for await (const one of exportPerson(db, email.trim().toLowerCase())) {
          print(JSON.stringify(one))
          count++
        }
        if (count === 0) throw new Error(`Nobody has the address ${email}.`)
      })
    },
  },
  backup: {
    usage: 'backup FILE                       everything, as of one moment; the portal may go on working',
    run: ({ config, args: [file = ''], print }) =>
      withDatabase(config, async ({ pool }) =>
        print(`${await writeBackup(pool, config, needed(file))} rows written to ${file}.`),
      ),
  },
  'list-backups': {
    usage: 'list-backups                      those that are kept in BACKUP_TO, the newest last',
    run: async ({ config, print }) => (await listKept(config)).forEach(print),
  },
  'make-backup-key': {
    usage: 'make-backup-key                   two pairs of keys: encrypt and open, sign and check',
    run: async ({ print }) => {
      const { generateIdentity, identityToRecipient } = await import('age-encryption')
      const identity = await generateIdentity()
      print(`BACKUP_KEY=${await identityToRecipient(identity)}   encrypts: for the portal`)
      print(`BACKUP_KEY=${identity}   opens: for restore, kept elsewhere`)
      const { signs, checks } = makeSignKeys()
      print(`BACKUP_SIGN_KEY=${signs}   signs: for the portal`)
      print(`BACKUP_SIGN_KEY=${checks}   checks: for restore`)
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
        const count = await fetchKept(config, needed(file), (here) =>
          restore(owner, here, {
            without: notRestored,
            key: config.BACKUP_KEY,
            signKey: config.BACKUP_SIGN_KEY,
            atEnd: holdWithin,
            ...how,
          }),
        ).finally(store.close)
        await migrate(owner, grantee)
        print(`${count} rows restored, and the pictures with them.`)
        const held = await holdJobs(db)
        if (!config.BACKUP_SIGN_KEY) print('Who made the backup was not checked: BACKUP_SIGN_KEY is empty.')
        print('All jobs are held: nothing is mailed, ordered or backed up from here before release-jobs.')
        for (const { kind, count } of held) print(`  would run: ${count} ${kind}`)
        const changed = changedSince(then, config)
        if (changed.length > 0) print(`Other than when the backup was made: ${changed.join(', ')}.`)
        const aside = await putHeadsAside(config)
        if (aside) print(`What was known of the trail before is in ${aside}.`)
      }),
  },
  'release-jobs': {
    usage: 'release-jobs [new]                after a restore: all that waits may run, or only what is new since',
    run: ({ config, args: [which = ''], print }) => {
      if (which !== '' && which !== 'new') throw new Error('It is release-jobs, or release-jobs new.')
      return withDatabase(config, async ({ db }) =>
        print(`${await releaseJobs(db, { onlyNew: which === 'new' })} jobs may run now.`),
      )
    },
  },
  'verify-backup': {
    usage: 'verify-backup FILE                fills a scratch database from it, compares, and drops that again',
    run: ({ config, args: [file = ''], print }) =>
      withDatabase(config, async ({ owner }) => {
        const { rows, files } = await fetchKept(config, needed(file), (here) =>
          verifyBackup(owner, here, { key: config.BACKUP_KEY, signKey: config.BACKUP_SIGN_KEY }),
        )
        print(`The backup is whole: ${rows} rows and ${files} pictures; every table's count and sums agree.`)
      }),
  },
  'verify-trail': {
    usage: 'verify-trail [POSITION:HASH …]    the audit trail, against hashes that were written down, too',
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
    usage: 'erp:check                         says in plain words what the ERP connection lacks',
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

/** As the log and the mail of a day write it. */
const asHead = (text: string): Head => {
  const [, position, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!position || !hash) throw new Error(`"${text}" is not a place and a hash, such as 397:0f3a….`)
  return { at: '', position: Number(position), hash }
}

const columnNames = ` Its columns, in any order: ${Object.entries(importFields)
  .map(([field, header]) => `${header} (${field})`)
  .join(', ')}.`

const needed = (file: string, more = ''): string => {
  if (!file) throw new Error(`A file is needed.${more}`)
  return file
}

/** False where the role is there already. */
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

/** What is typed does not show, on the screen and in whatever records it. */
const askPassword = async ({ input, err }: Terminal): Promise<string> => {
  err('Password (at least 8 characters): ')
  const lines = createInterface({
    input,
    output: new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: input.isTTY === true,
  })
  // A question whose input has ended is never answered.
  const password = await Promise.race([lines.question(''), once(lines, 'close').then(() => null)])
  lines.close()
  err('\n')
  if (password === null) throw new Error('No password arrived: type it, or write it to standard input.')
  return password.trim()
}

/** Whatever went wrong is one line for an operator, and never a place in our code. */
const sentenceOf = (error: unknown): string => {
  const said = explainRefusal(error) ?? (error instanceof Error ? error.message : String(error))
  const line = said.replaceAll(/\s+/g, ' ').trim()
  return line || (error instanceof Error && 'code' in error ? `It failed: ${String(error.code)}.` : 'It failed.')
}

/** Runs one command and returns its exit code; what goes wrong is one line on `err`. */
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
