import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { audienceInWords } from '#customers/web/audience/audience-form.tsx'
import { dayWords } from '#shared/day-words.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import type { PriceListRow } from '../list-shapes.ts'
import { listFactsOf, ListFields } from './list-fields.tsx'
import { useMakeList, usePriceLists } from './list-hooks.ts'
import styles from '#customers/web/audience/audience.module.css'

export function PriceListsPage() {
  const [isMaking, setIsMaking] = useState(false)
  const lists = usePriceLists()
  return (
    <div className={styles.page}>
      <PageHeading title="Price lists" lead="Contract prices for businesses, groups and classes of trade.">
        <Button size="xs" onClick={() => setIsMaking(true)} disabled={isMaking}>
          New price list
        </Button>
        <ButtonLink size="xs" variant="default" to="/admin/groups">
          Groups
        </ButtonLink>
        <ButtonLink size="xs" variant="default" to="/admin/pricecheck">
          Price simulator
        </ButtonLink>
      </PageHeading>
      {isMaking && <NewList close={() => setIsMaking(false)} />}
      <Panel>
        <QueryStates query={lists}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={<ScrollText size={28} strokeWidth={1.5} />} title="No price lists yet">
                To set a price for one business, open its customer page or the product.
              </EmptyState>
            ) : (
              <ListTable rows={rows} />
            )
          }
        </QueryStates>
      </Panel>
    </div>
  )
}

const blank = { name: '', contractNumber: '', validFrom: '', validTo: '', priority: '0' }

function NewList({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const [facts, setFacts] = useState(blank)
  const unsaved = useUnsaved(() => facts !== blank)
  const make = useMakeList((id) => unsaved.saved(() => void navigate({ to: '/admin/pricelist/$id', params: { id } })))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    make.mutate({ body: listFactsOf(facts) })
  }
  return (
    <Panel title="New price list">
      {unsaved.question}
      <form onSubmit={submit} aria-label="New price list">
        <ListFields facts={facts} change={(part) => setFacts({ ...facts, ...part })} />
        <FormActions cancel={close}>
          <Button type="submit" loading={make.isPending} disabled={!facts.name.trim() || !facts.validFrom}>
            Create
          </Button>
        </FormActions>
      </form>
    </Panel>
  )
}

const states: Record<PriceListRow['state'], [Tone, string]> = {
  current: ['good', 'Active'],
  future: ['notice', 'Scheduled'],
  ended: ['neutral', 'Expired'],
}

export function StateOfList({ state }: Pick<PriceListRow, 'state'>) {
  const [tone, word] = states[state]
  return <Status tone={tone}>{word}</Status>
}

function ListTable({ rows }: { rows: readonly PriceListRow[] }) {
  return (
    <div className={styles.rows}>
      <table className={styles.table} aria-label="Price lists">
        <TableHead
          titles={['Name', 'Contract', 'Status', 'From', 'To', 'For', 'Priority', 'Products']}
          right={['Priority', 'Products']}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
              <th scope="row">
                <Link to="/admin/pricelist/$id" params={{ id: row._id }}>
                  {row.name}
                </Link>
              </th>
              <td>{row.contractNumber}</td>
              <td>
                <StateOfList state={row.state} />
              </td>
              <td className={styles.day}>{dayWords(row.validFrom)}</td>
              <td className={styles.day}>{row.validTo ? dayWords(row.validTo) : '–'}</td>
              <td>{audienceInWords(row, 'No one yet')}</td>
              <td data-align="right">{row.priority}</td>
              <td data-align="right">{row.products.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
