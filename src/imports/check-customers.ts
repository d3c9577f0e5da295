import { sql } from 'kysely'
import { approvalFields } from '#customers/customer-shapes.ts'
import { fieldLabels, type UserField } from '#identity/field-shapes.ts'
import { type AccountRow, columnOf, isCustomer } from '#identity/map-user.ts'
import { isOfBusiness } from '#customers/business/write-business.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { dayWords } from '#shared/day-words.ts'
import { type CheckedRow, checkEach, refusedRow, type StoredRow } from './import-kind.ts'
import { type CustomerRowValues, type ReadCustomer, readCustomer, userFields } from './read-customer.ts'
import { attempt, BadRow } from './read-row.ts'

type Read = ReadCustomer['facts']

/** What a row changes: an existing person, or a new person and their business if it exists. */
export interface CustomerInput {
  facts: Read
  account: AccountRow | null
  business: AccountRow | null
  changed: UserField[]
}

export type CheckedCustomer = CheckedRow & { wanted?: CustomerInput }

/** A value as the preview shows it. */
const shownValue = (field: UserField, value: string): string =>
  field === 'licenseExpiryDate' && value ? dayWords(value) : value

/** Checks each row against the current customers. */
export const checkCustomers = async (db: Db | Tx, rows: StoredRow[]): Promise<CheckedCustomer[]> => {
  const sent = rows.map(({ row, facts }) => ({ row, read: attempt(() => readCustomer(facts)) }))
  const known = await findKnown(
    db,
    sent.flatMap(({ read }) => (read instanceof BadRow ? [] : read.facts)),
  )
  const labelsOf = ({ read }: (typeof sent)[number]) => shownOf(read instanceof BadRow ? {} : read.facts)
  const judged = checkEach(sent, labelsOf, ({ row, read }): CheckedCustomer => {
    if (read instanceof BadRow) throw read
    const checked = checkRow(row, read, known)
    if (read.unread.size === 0) return checked
    return { ...checked, shown: { ...checked.shown, unread: [...read.unread.values()] } }
  })
  return refuseContradictions(judged)
}

const shownOf = ({ accountID = '', companyName = '', email = '' }: CustomerRowValues) => ({
  ndcNumber: accountID,
  name: companyName,
  customer: email,
})

interface Known {
  /** Existing people by email address. */
  people: Map<string, AccountRow>
  /** One user of each active business with an account number, by that number. */
  bearers: Map<string, AccountRow>
  /** The number of users of each business. */
  sizes: Map<string, number>
}

const findKnown = async (db: Db | Tx, facts: Read[]): Promise<Known> => {
  const emails = facts.map(({ email }) => email)
  const numbers = facts.flatMap(({ accountID }) => accountID || [])
  const rows = await db
    .selectFrom('account')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('email', '=', eb.fn.any(eb.val(emails))),
        eb.and([
          eb('account_number', '=', eb.fn.any(eb.val(numbers))),
          eb('account_number', '<>', ''),
          eb('business_status', '=', 'active'),
        ]),
      ]),
    )
    .orderBy('id')
    .execute()
  const bearers = rows.filter(({ account_number, business_status }) => account_number && business_status === 'active')
  const businessIds = [...new Set(rows.flatMap(({ business_id }) => business_id ?? []))]
  const sizes = await db
    .selectFrom('user_account')
    .select([sql<string>`business_id`.as('id'), sql<number>`count(*)::int`.as('count')])
    .where('business_id', '=', sql<string>`any(${businessIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .groupBy('business_id')
    .execute()
  return {
    sizes: new Map(sizes.map(({ id, count }) => [id, count])),
    people: new Map(rows.map((one) => [one.email, one])),
    bearers: new Map(bearers.toReversed().map((one) => [one.account_number, one])),
  }
}

/** Fields without which a new person or a new business cannot order. An existing business has its own. */
const neededOfPerson = ['name', 'lastName'] as const
const neededOfBusiness = ['companyName', ...approvalFields] as const

const checkRow = (row: number, read: ReadCustomer, { people, bearers, sizes }: Known): CheckedCustomer => {
  const { facts } = read
  const account = people.get(facts.email)
  return account
    ? checkChange(row, facts, { account, people: sizes.get(account.business_id ?? '') ?? 1 })
    : checkNew(row, read, bearers.get(facts.accountID ?? '') ?? null)
}

const checkNew = (row: number, { facts, unread }: ReadCustomer, business: AccountRow | null): CheckedCustomer => {
  const needed: readonly UserField[] = business ? neededOfPerson : [...neededOfPerson, ...neededOfBusiness]
  const bad = needed.flatMap((field) => unread.get(field) ?? [])
  if (bad.length > 0) throw new BadRow(bad.join(' '))
  const missing = needed.filter((field) => !facts[field]).map((field) => fieldLabels[field])
  if (missing.length > 0)
    throw new BadRow(
      `A new customer needs ${missing.join(', ')}. Fill in the empty ${missing.length === 1 ? 'cell' : 'cells'}.`,
    )
  if (business) refuseOther(facts, business)
  return {
    row,
    code: facts.email,
    verdict: 'new',
    shown: {
      ...shownOf({ ...facts, companyName: business?.company_name ?? facts.companyName ?? '' }),
      changes: userFields
        .filter((field) => facts[field] && field !== 'email' && !(business && isOfBusiness(columnOf[field])))
        .map((field) => ({ field: fieldLabels[field], before: '', after: shownValue(field, facts[field] ?? '') })),
      ...(business && {
        notes: [`Joins ${business.company_name || business.email} (${business.account_number}), an existing business.`],
      }),
    },
    wanted: { facts, account: null, business, changed: [] },
  }
}

/** A person who joins a business must not contradict its data. */
const refuseOther = (facts: CustomerRowValues, business: AccountRow): void => {
  const other = userFields.find(
    (field) => isOfBusiness(columnOf[field]) && facts[field] && facts[field] !== business[columnOf[field]],
  )
  if (other)
    throw new BadRow(
      `The business ${business.account_number} already exists, and its ${fieldLabels[other]} is “${String(business[columnOf[other]] ?? '') || 'empty'}”.`,
    )
}

const checkChange = (
  row: number,
  facts: Read,
  { account, people }: { account: AccountRow; people: number },
): CheckedCustomer => {
  if (!isCustomer(account)) throw new BadRow(`${facts.email} is a staff account, not a customer.`)
  if (account.business_status !== 'active' || account.business_id === null)
    throw new BadRow(`${facts.email} is waiting for acceptance. Accept or reject the request first.`)
  if (facts.accountID && facts.accountID !== account.account_number)
    throw new BadRow(
      `The Account ID of ${facts.email} is “${account.account_number || 'empty'}”: change it on the customer’s page, which asks what to do with orders and prices.`,
    )
  const changed = userFields.filter((field) => facts[field] && facts[field] !== (account[columnOf[field]] ?? ''))
  const shown = shownOf({ ...facts, accountID: account.account_number, companyName: account.company_name })
  if (changed.length === 0) return { row, code: facts.email, verdict: 'unchanged', shown }
  return {
    row,
    code: facts.email,
    verdict: 'changed',
    shown: {
      ...shown,
      changes: changed.map((field) => ({
        field: fieldLabels[field],
        before: shownValue(field, String(account[columnOf[field]] ?? '')),
        after: shownValue(field, facts[field] ?? ''),
      })),
      ...(people > 1 &&
        changed.some((field) => isOfBusiness(columnOf[field])) && {
          notes: [
            `Applies to all ${people} people of ${account.company_name || account.account_number || 'this business'}.`,
          ],
        }),
    },
    wanted: { facts, account, business: account, changed },
  }
}

/** Refuses both of two rows that contradict each other about a business. */
const refuseContradictions = (judged: CheckedCustomer[]): CheckedCustomer[] => {
  const said = new Map<string, { row: number; value: string }>()
  const reasons = new Map<number, string>()
  for (const { row, wanted } of judged) {
    const business = wanted && (wanted.business?.business_id ?? wanted.facts.accountID)
    if (!business) continue
    for (const field of userFields) {
      const value = wanted.facts[field]
      if (!value || !isOfBusiness(columnOf[field])) continue
      const key = `${business} ${field}`
      const before = said.get(key)
      if (!before) said.set(key, { row, value })
      else if (before.value !== value) {
        const reason = `Rows ${before.row} and ${row} have different ${fieldLabels[field]} values for one business.`
        for (const one of [before.row, row]) if (!reasons.has(one)) reasons.set(one, reason)
      }
    }
  }
  return judged.map((one) => {
    const reason = reasons.get(one.row)
    return reason ? refusedRow(one.row, shownOf(one.wanted?.facts ?? {}), reason) : one
  })
}
