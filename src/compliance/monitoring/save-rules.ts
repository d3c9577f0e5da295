import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { act, refuseStale } from '#platform/act.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { monitoring } from './contract.ts'

const mostShown = 50

export const listRuleSets = async (db: Db): Promise<z.input<typeof monitoring.ruleSets.reply>> => {
  const rows = await db
    .selectFrom('monitoring_rule_set')
    .leftJoin('user_account', 'user_account.id', 'signed_by')
    .selectAll('monitoring_rule_set')
    .select(['user_account.name', 'user_account.last_name'])
    .orderBy('number', 'desc')
    .limit(mostShown)
    .execute()
  const classes = await db
    .selectFrom('business_group')
    .select(['id as _id', 'name'])
    .where('kind', '=', 'class')
    .orderBy('name')
    .execute()
  const families = await db
    .selectFrom('product')
    .select('drug_family')
    .distinct()
    .where('drug_family', '<>', '')
    .where('dea_schedule', '<>', '')
    .where('deleted_at', 'is', null)
    .orderBy('drug_family')
    .execute()
  return {
    rows: rows.map((row) => ({
      _id: row.id,
      number: row.number,
      status: row.status,
      rules: row.rules,
      holdsWholeOrder: row.holds_whole_order,
      statement: row.statement,
      createdAt: row.created_at,
      signedBy: `${row.name ?? ''} ${row.last_name ?? ''}`.trim(),
      signedAt: row.signed_at,
      replacedAt: row.replaced_at,
      __v: row.version,
    })),
    classes,
    families: families.map(({ drug_family }) => drug_family),
  }
}

export const addDraft = (db: Db, call: CallOf<typeof monitoring.addDraft>): Promise<{ _id: string }> =>
  act(db, call, async ({ tx, actor, record }) => {
    await lockRules(tx)
    const sets = await tx
      .selectFrom('monitoring_rule_set')
      .select(['number', 'status', 'rules', 'holds_whole_order'])
      .orderBy('number', 'desc')
      .execute()
    if (sets.some(({ status }) => status === 'draft'))
      throw new Refusal(409, 'There is already a draft. Change or sign it.')
    const active = sets.find(({ status }) => status === 'active')
    const _id = newId()
    const number = (sets[0]?.number ?? 0) + 1
    await tx
      .insertInto('monitoring_rule_set')
      .values({
        id: _id,
        number,
        rules: JSON.stringify(active?.rules ?? []),
        holds_whole_order: active?.holds_whole_order ?? false,
        created_by: actor._id,
      })
      .execute()
    await record('monitoring rules drafted', ['monitoring rules', _id], { after: { number } })
    return { _id }
  })

export const saveRulesDraft = (db: Db, call: CallOf<typeof monitoring.saveDraft>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { rules, holdsWholeOrder, __v } = call.body
    const draft = await draftOf(tx, call.params.id, __v)
    await tx
      .updateTable('monitoring_rule_set')
      .set({
        rules: JSON.stringify(rules),
        holds_whole_order: holdsWholeOrder,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', draft.id)
      .execute()
    await record('monitoring rules changed', ['monitoring rules', draft.id], {
      before: { rules: draft.rules, holdsWholeOrder: draft.holds_whole_order },
      after: { rules, holdsWholeOrder },
    })
  })

/** The signed version applies to the next placement; the earlier one stays on record. */
export const signRules = (db: Db, call: CallOf<typeof monitoring.sign>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    await lockRules(tx)
    const { statement, __v } = call.body
    const draft = await draftOf(tx, call.params.id, __v)
    await tx
      .updateTable('monitoring_rule_set')
      .set({ status: 'replaced', replaced_at: sql<Date>`now()` })
      .where('status', '=', 'active')
      .execute()
    await tx
      .updateTable('monitoring_rule_set')
      .set({
        status: 'active',
        statement,
        signed_by: actor._id,
        signed_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', draft.id)
      .execute()
    await record('monitoring rules signed', ['monitoring rules', draft.id], {
      after: { number: draft.number, statement },
    })
  })

const lockRules = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('monitoring rules', 0))`.execute(tx)
}

const draftOf = async (tx: Tx, id: string, opened: number): Promise<Row<'monitoring_rule_set'>> => {
  const draft = await tx
    .selectFrom('monitoring_rule_set')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Version'))
  if (draft.status !== 'draft') throw new Refusal(409, 'A signed version can’t be changed. Begin a new one.')
  refuseStale('This draft', { opened, version: draft.version })
  return draft
}
