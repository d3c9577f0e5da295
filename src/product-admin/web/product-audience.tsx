import { Button, NativeSelect } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { ChosenBusinesses } from '#pricing/web/chosen-businesses.tsx'
import { ChosenGroups } from '#pricing/web/chosen-groups.tsx'
import styles from '#pricing/web/price-lists.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { type Restriction, type RestrictionChange, restrictionWords } from '../restriction-shapes.ts'
import {
  useCategoryRestriction,
  useProductRestriction,
  useRestrictCategory,
  useRestrictProduct,
} from './restriction-hooks.ts'

/** Visibility of a product; saved separately from the form, because it takes effect immediately. */
export function ProductAudience({ id }: { id: string }) {
  const restrict = useRestrictProduct()
  return (
    <Panel title="Visibility">
      <QueryStates query={useProductRestriction(id)}>
        {(restriction) => (
          <OnlyForForm
            key={JSON.stringify(restriction)}
            label="Visible to"
            restriction={restriction}
            isPending={restrict.isPending}
            save={(body, onSuccess) => restrict.mutate({ params: { id }, body }, { onSuccess })}
          />
        )}
      </QueryStates>
    </Panel>
  )
}

export function CategoryAudience({ name }: { name: string }) {
  const restrict = useRestrictCategory()
  return (
    <Panel title={name}>
      <QueryStates query={useCategoryRestriction(name)}>
        {(restriction) => (
          <OnlyForForm
            key={JSON.stringify(restriction)}
            label={`${name} is visible to`}
            restriction={restriction}
            isPending={restrict.isPending}
            save={(change, onSuccess) => restrict.mutate({ body: { ...change, name } }, { onSuccess })}
          />
        )}
      </QueryStates>
    </Panel>
  )
}

interface FormProps {
  label: string
  restriction: Restriction
  isPending: boolean
  save: (change: RestrictionChange, saved: () => void) => void
}

function OnlyForForm({ label, restriction, isPending, save }: FormProps) {
  const [rule, setRule] = useState(restriction.rule)
  const [groups, setGroups] = useState(restriction.groups)
  const [businesses, setBusinesses] = useState(restriction.businesses)
  const isDirty = rule !== restriction.rule || groups !== restriction.groups || businesses !== restriction.businesses
  const unsaved = useUnsaved(() => isDirty)
  const reset = () => {
    setRule(restriction.rule)
    setGroups(restriction.groups)
    setBusinesses(restriction.businesses)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const userIds = businesses.map(({ _id }) => _id)
    const groupIds = groups.map(({ _id }) => _id)
    save({ rule, userIds, groupIds, __v: restriction.__v }, () => unsaved.saved(() => {}))
  }
  return (
    <form noValidate onSubmit={submit} aria-label={label}>
      {unsaved.question}
      <div className={styles.row}>
        <NativeSelect
          label={label}
          size="md"
          value={rule}
          data={Object.entries(restrictionWords).map(([value, words]) => ({ value, label: words }))}
          onChange={(event) => setRule(event.currentTarget.value === 'only' ? 'only' : 'all')}
        />
      </div>
      {rule === 'only' && (
        <>
          <ChosenGroups groups={groups} change={setGroups} />
          <ChosenBusinesses businesses={businesses} change={setBusinesses} />
          {groups.length + businesses.length === 0 && <p className={styles.note}>Only staff can see it.</p>}
        </>
      )}
      {isDirty && (
        <FormActions cancel={reset}>
          <Button type="submit" loading={isPending} aria-label={`Save: ${label}`}>
            Save
          </Button>
        </FormActions>
      )}
    </form>
  )
}
