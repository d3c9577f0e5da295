import { Group } from '@mantine/core'
import { useState } from 'react'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { MomentText } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Rule, RuleSet } from '../../monitoring/rule-shapes.ts'
import { useAddDraft, useRuleSets, useSign } from './hooks.ts'
import styles from './monitoring.module.css'
import { conditionWords, ruleKindWords } from './rule-words.ts'
import { RulesForm } from './rules-form.tsx'

const statuses = {
  draft: { tone: 'notice', words: 'Draft' },
  active: { tone: 'good', words: 'Active' },
  replaced: { tone: 'neutral', words: 'Replaced' },
} as const

/** The versions of the monitoring rules. */
export function RulesPage() {
  const query = useRuleSets()
  const add = useAddDraft()
  return (
    <>
      <PageHeading
        title="Monitoring rules"
        lead="Rules that flag controlled orders. A signed version never changes; the next one replaces it."
      >
        {query.data && query.data.rows.every(({ status }) => status !== 'draft') && (
          <ActButton size="xs" loading={add.isPending} onClick={() => add.mutate({})}>
            New version
          </ActButton>
        )}
      </PageHeading>
      <QueryStates query={query}>
        {({ rows, classes, families }) => (
          <>
            {rows.every(({ status }) => status !== 'active') && (
              <Callout tone="warning" role="note" title="No rules are active">
                Orders are not flagged. Your compliance officer sets and signs the first version.
              </Callout>
            )}
            {rows.map((set) => (
              <Version key={set._id} set={set} classes={classes} families={families} />
            ))}
          </>
        )}
      </QueryStates>
    </>
  )
}

interface Choices {
  classes: readonly { _id: string; name: string }[]
  families: readonly string[]
}

function Version({ set, classes, families }: { set: RuleSet } & Choices) {
  const [isEditing, setIsEditing] = useState(false)
  const isReadOnly = useIsReadOnly()
  const { tone, words } = statuses[set.status]
  const classNames = new Map(classes.map(({ _id, name }) => [_id, name]))
  return (
    <Panel title={`Version ${set.number}`}>
      <p className={styles.note}>
        <Status tone={tone}>{words}</Status>{' '}
        {set.signedAt && (
          <>
            Signed by {set.signedBy}, <MomentText at={set.signedAt} />: {set.statement}
          </>
        )}
        {set.holdsWholeOrder && ' Other lines of a flagged order wait, too.'}
      </p>
      {isEditing ? (
        <RulesForm set={set} classes={classes} families={families} close={() => setIsEditing(false)} />
      ) : (
        <ListTable
          caption={`Rules of version ${set.number}`}
          columns={columnsWith(classNames)}
          rows={set.rules.map((rule, at) => ({ ...rule, at }))}
          rowKey={({ at }) => at}
          empty={{ title: 'No rules', text: 'Only products without family or base units are flagged.' }}
        />
      )}
      {set.status === 'draft' && !isEditing && !isReadOnly && (
        <>
          <Group gap="xs" mt="sm">
            <ActButton size="xs" onClick={() => setIsEditing(true)}>
              Edit rules
            </ActButton>
          </Group>
          <SignForm set={set} />
        </>
      )}
    </Panel>
  )
}

const columnsWith = (classNames: ReadonlyMap<string, string>): ListColumn<Rule & { at: number }>[] => [
  { title: 'Rule', isName: true, width: '14rem', cell: ({ kind }) => ruleKindWords[kind] },
  { title: 'Family', phone: 'start', width: '9rem', cell: ({ family }) => family || 'Each' },
  {
    title: 'Class',
    width: '9rem',
    cell: ({ classId }) => (classId ? (classNames.get(classId) ?? 'Deleted class') : 'All'),
  },
  { title: 'Condition', phone: 'middle', cell: (rule) => conditionWords(rule) },
  {
    title: 'Then',
    phone: 'end',
    width: '6rem',
    cell: ({ mode }) => (mode === 'hold' ? 'Hold' : 'Log'),
  },
]

function SignForm({ set }: { set: RuleSet }) {
  const [statement, setStatement] = useState('')
  const sign = useSign()
  return (
    <>
      <LimitedArea
        label="Statement"
        description="For example: we set these limits from our customers’ history and review them each year."
        mt="md"
        value={statement}
        most={1_000}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => setStatement(currentTarget.value)}
      />
      <Group mt="sm">
        <ConfirmButton
          label="Sign and activate"
          question={`Sign version ${set.number}?`}
          isPending={sign.isPending}
          isBlocked={statement.trim() === ''}
          confirm={(close) =>
            sign.mutate({ params: { id: set._id }, body: { statement, __v: set.__v } }, { onSettled: close })
          }
        >
          <p>
            {statement.trim() === ''
              ? 'Enter the statement first.'
              : 'It applies to the next order, with your name and the date. It can’t be changed afterwards.'}
          </p>
        </ConfirmButton>
      </Group>
    </>
  )
}
