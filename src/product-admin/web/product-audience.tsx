import { AudienceForm } from '#customers/web/audience/audience-form.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { type RestrictionKey, useRestrict, useRestriction } from './restriction-hooks.ts'

const rules = ['all', 'only'] as const

/** Visibility of a product; saved separately from a product's form, because it takes effect immediately. */
export function ProductAudience({ subject }: Pick<RestrictionKey, 'subject'>) {
  return (
    <Panel title="Visibility">
      <RestrictionForm title="Visibility" kind="product" subject={subject} />
    </Panel>
  )
}

export function RestrictionForm({ title, close, ...params }: RestrictionKey & { title: string; close?: () => void }) {
  const restrict = useRestrict()
  return (
    <QueryStates query={useRestriction(params)}>
      {(restriction) => (
        <AudienceForm
          key={JSON.stringify(restriction)}
          name={title}
          label="Visible to"
          saved={restriction}
          rules={rules}
          noOne="Only staff can see it."
          isPending={restrict.isPending}
          save={(body, onSuccess) => restrict.mutate({ params, body }, { onSuccess })}
          {...(close && { close })}
        />
      )}
    </QueryStates>
  )
}
