import { AudienceForm } from '#customers/web/audience/audience-form.tsx'
import styles from '#customers/web/audience/audience.module.css'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { MethodRow } from '../../methods/contract.ts'
import { methodWords } from '../../methods/method-shapes.ts'
import { useChangeRule, useMethodRules } from './hooks.ts'

export function OrderMethodsPage() {
  const rules = useMethodRules()
  return (
    <div className={styles.page}>
      <PageHeading
        title="Shipping and payment methods"
        lead="Choose who can use each method. Refrigerated products always ship overnight."
      />
      <QueryStates query={rules}>
        {(rows) => rows.map((row) => <MethodForm key={`${row.method} ${row.__v}`} row={row} />)}
      </QueryStates>
    </div>
  )
}

const rules = ['all', 'only', 'except'] as const

function MethodForm({ row }: { row: MethodRow }) {
  const change = useChangeRule()
  const { kind, method } = row
  return (
    <Panel title={methodWords[method]}>
      <AudienceForm
        name={methodWords[method]}
        label="Available to"
        saved={row}
        rules={rules}
        noOne="No one can choose it."
        isPending={change.isPending}
        save={(body, onSuccess) => change.mutate({ params: { kind, method }, body }, { onSuccess })}
      />
    </Panel>
  )
}
