import { AudienceForm, audienceInWords } from '#customers/web/audience/audience-form.tsx'
import styles from '#web/form/form.module.css'
import { EditTable } from '#web/table/edit-table.tsx'
import type { ListColumn } from '#web/table/list-table.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { MethodRow } from '../../methods/contract.ts'
import { methodWords } from '../../methods/method-shapes.ts'
import { useChangeRule, useMethodRules } from './hooks.ts'

export function OrderMethodsPage() {
  return (
    <div className={styles.page}>
      <PageHeading
        title="Shipping and payment methods"
        lead="Choose who can use each method. Refrigerated products always ship overnight."
      />
      <QueryStates query={useMethodRules()}>
        {(rows) => (
          <EditTable
            caption="Methods"
            rows={rows}
            rowKey={({ method }) => method}
            nameOf={({ method }) => methodWords[method]}
            columns={columns}
            size="lg"
            form={(row, close) => <MethodForm row={row} close={close} />}
          />
        )}
      </QueryStates>
    </div>
  )
}

const membersOf = ({ groups, businesses }: MethodRow): string => {
  const names = [...groups.map(({ name }) => name), ...businesses.map(({ companyName }) => companyName)]
  return audienceInWords({ holders: names.slice(0, 3), countHolders: names.length }, 'No one')
}

const columns: ListColumn<MethodRow>[] = [
  { title: 'Method', isName: true, cell: ({ method }) => methodWords[method] },
  { title: 'Kind', cell: ({ kind }) => (kind === 'shipping' ? 'Shipping' : 'Payment') },
  { title: 'Available to', cell: (row) => (row.rule === 'only' ? membersOf(row) : 'Everyone') },
  { title: 'Exceptions', cell: (row) => (row.rule === 'except' ? membersOf(row) : 'None') },
]

const rules = ['all', 'only', 'except'] as const

function MethodForm({ row, close }: { row: MethodRow; close: () => void }) {
  const change = useChangeRule()
  const { kind, method } = row
  return (
    <AudienceForm
      name={methodWords[method]}
      label="Available to"
      saved={row}
      rules={rules}
      noOne="No one can choose it."
      isPending={change.isPending}
      save={(body, onSuccess) => change.mutate({ params: { kind, method }, body }, { onSuccess })}
      close={close}
    />
  )
}
