import { AudienceForm } from '#customers/web/audience/audience-form.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import {
  useCategoryRestriction,
  useProductRestriction,
  useRestrictCategory,
  useRestrictProduct,
} from './restriction-hooks.ts'

const choices = { rules: ['all', 'only'], noOne: 'Only staff can see it.' } as const

/** Visibility of a product; saved separately from the form, because it takes effect immediately. */
export function ProductAudience({ id }: { id: string }) {
  const restrict = useRestrictProduct()
  return (
    <Panel title="Visibility">
      <QueryStates query={useProductRestriction(id)}>
        {(restriction) => (
          <AudienceForm
            {...choices}
            key={JSON.stringify(restriction)}
            name="Visible to"
            label="Visible to"
            saved={restriction}
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
          <AudienceForm
            {...choices}
            key={JSON.stringify(restriction)}
            name={name}
            label="Visible to"
            saved={restriction}
            isPending={restrict.isPending}
            save={(change, onSuccess) => restrict.mutate({ body: { ...change, name } }, { onSuccess })}
          />
        )}
      </QueryStates>
    </Panel>
  )
}
