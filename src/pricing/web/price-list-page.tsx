import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAudience } from '#customers/web/audience/audience-form.tsx'
import { ChosenMembers } from '#customers/web/audience/chosen-members.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { PriceList } from '../list-shapes.ts'
import { ListEntries } from './list-entries.tsx'
import { listFactsOf, ListFields, type TypedFacts } from './list-fields.tsx'
import { useChangeList, usePriceList, useRemoveList } from './list-hooks.ts'
import formStyles from '#web/form/form.module.css'
import styles from '#customers/web/audience/audience.module.css'
import { StateOfList } from './price-lists-page.tsx'

export function PriceListPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return <QueryStates query={usePriceList(id)}>{(list) => <ListScreen key={list._id} list={list} />}</QueryStates>
}

function ListScreen({ list }: { list: PriceList }) {
  const navigate = useNavigate()
  const remove = useRemoveList(() => void navigate({ to: '/admin/pricelists' }))
  return (
    <div className={styles.page}>
      <PageHeading
        title={list.name}
        lead={list.contractNumber && `Contract ${list.contractNumber}`}
        note={<StateOfList state={list.state} />}
      >
        <ButtonLink size="xs" variant="default" to="/admin/pricelists">
          Price lists
        </ButtonLink>
        <ConfirmButton
          label="Delete"
          button={{ size: 'xs' }}
          question="Delete this price list?"
          isDestructive
          isPending={remove.isPending}
          confirm={() => remove.mutate({ params: { id: list._id } })}
        >
          <p>{list.name} ends immediately for all customers. Past orders keep their prices.</p>
        </ConfirmButton>
      </PageHeading>
      <ListForm key={list.__v} list={list} />
      <ListEntries list={list} />
    </div>
  )
}

const typedOf = ({ name, contractNumber, validFrom, validTo, priority }: PriceList): TypedFacts => ({
  name,
  contractNumber,
  validFrom,
  validTo: validTo ?? '',
  priority: String(priority),
})

/** Details and audience of the list, saved together. */
function ListForm({ list }: { list: PriceList }) {
  const [facts, setFacts] = useState(() => typedOf(list))
  const audience = useAudience(list)
  const { groups, businesses } = audience.edited
  const isDirty = audience.isDirty || JSON.stringify(facts) !== JSON.stringify(typedOf(list))
  const unsaved = useUnsaved(() => isDirty)
  const change = useChangeList(() => unsaved.saved(() => {}))
  const save = () => change.mutate({ params: { id: list._id }, body: { ...listFactsOf(facts), ...audience.change } })
  const takeBack = () => {
    setFacts(typedOf(list))
    audience.reset()
  }
  return (
    <>
      {unsaved.question}
      <Panel title="Contract">
        <ListFields facts={facts} change={(part) => setFacts({ ...facts, ...part })} />
      </Panel>
      <Panel title="Available to">
        <ChosenMembers groups={groups} businesses={businesses} change={audience.edit} />
      </Panel>
      <FormActions
        cancel={isDirty ? takeBack : undefined}
        beside={isDirty && <p className={formStyles.note}>Not saved yet.</p>}
      >
        <Button onClick={save} loading={change.isPending} disabled={!isDirty || !facts.name.trim() || !facts.validFrom}>
          Save
        </Button>
      </FormActions>
    </>
  )
}
