import { Button, NativeSelect } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { ChosenBusinesses } from '#pricing/web/chosen-businesses.tsx'
import { ChosenGroups } from '#pricing/web/chosen-groups.tsx'
import styles from '#pricing/web/price-lists.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { MethodRow } from '../../methods/contract.ts'
import { type MethodRule, methodWords, ruleWords } from '../../methods/method-shapes.ts'
import { useChangeRule, useMethodRules } from './hooks.ts'

export function OrderMethodsPage() {
  const rules = useMethodRules()
  return (
    <div className={styles.page}>
      <PageHeading
        title="Shipping and payment methods"
        lead="Choose who can use each method. Refrigerated products always ship overnight."
      >
        <ButtonLink size="xs" variant="default" to="/admin/delivery">
          Delivery
        </ButtonLink>
      </PageHeading>
      <QueryStates query={rules}>
        {(rows) => rows.map((row) => <MethodForm key={`${row.method} ${row.__v}`} row={row} />)}
      </QueryStates>
    </div>
  )
}

function MethodForm({ row }: { row: MethodRow }) {
  const [rule, setRule] = useState<MethodRule>(row.rule)
  const [groups, setGroups] = useState(row.groups)
  const [businesses, setBusinesses] = useState(row.businesses)
  const isDirty = rule !== row.rule || groups !== row.groups || businesses !== row.businesses
  const unsaved = useUnsaved(() => isDirty)
  const change = useChangeRule(() => unsaved.saved(() => {}))
  const hasNoAudience = rule !== 'all' && groups.length + businesses.length === 0
  const name = methodWords[row.method]
  const reset = () => {
    setRule(row.rule)
    setGroups(row.groups)
    setBusinesses(row.businesses)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const { kind, method, __v } = row
    const userIds = businesses.map(({ _id }) => _id)
    const groupIds = groups.map(({ _id }) => _id)
    change.mutate({ params: { kind, method }, body: { rule, userIds, groupIds, __v } })
  }
  return (
    <Panel title={name}>
      {unsaved.question}
      <form noValidate onSubmit={submit} aria-label={name}>
        <div className={styles.row}>
          <NativeSelect
            label="Available to"
            size="md"
            value={rule}
            data={Object.entries(ruleWords).map(([value, label]) => ({ value, label }))}
            error={rule === 'except' && hasNoAudience ? 'Choose the excluded businesses.' : undefined}
            onChange={(event) => setRule(event.currentTarget.value as MethodRule)} // the select has only these options
          />
        </div>
        {rule !== 'all' && (
          <>
            <ChosenGroups groups={groups} change={setGroups} />
            <ChosenBusinesses businesses={businesses} change={setBusinesses} />
          </>
        )}
        {rule === 'only' && hasNoAudience && <p className={styles.note}>No one can choose it.</p>}
        {isDirty && (
          <FormActions cancel={reset}>
            <Button
              type="submit"
              loading={change.isPending}
              disabled={rule === 'except' && hasNoAudience}
              aria-label={`Save ${name}`}
            >
              Save
            </Button>
          </FormActions>
        )}
      </form>
    </Panel>
  )
}
