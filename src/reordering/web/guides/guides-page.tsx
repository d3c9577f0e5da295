import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { ForBuyers } from '#web/for-buyers.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Day } from '#web/ui/day.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import type { Guide } from '../../guides/contract.ts'
import { useGuides, useMakeGuide } from './hooks.ts'
import { GuideStates } from './guide-states.tsx'
import styles from './order-guides.module.css'

export function OrderGuidesPage() {
  const guides = useGuides()
  return (
    <>
      <PageHeading title="Order Guides" lead="Lists of products to reorder, shared by all users of your business.">
        <ButtonLink variant="default" to="/orderguides/purchased">
          Previously purchased
        </ButtonLink>
      </PageHeading>
      <GuideStates query={guides}>
        {(all) => (
          <>
            <ForBuyers>
              <NewGuide />
            </ForBuyers>
            {all.length === 0 ? (
              <EmptyState icon={<ListChecks size={28} strokeWidth={1.5} />} title="No order guides yet">
                Name one above, or save a cart, an order or a product to a new guide.
              </EmptyState>
            ) : (
              <GuideList guides={all} />
            )}
          </>
        )}
      </GuideStates>
    </>
  )
}

function NewGuide() {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const make = useMakeGuide((id) => void navigate({ to: '/orderguides/$id', params: { id } }))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim()) make.mutate({ body: { name: name.trim() } })
  }
  return (
    <form className={styles.new} onSubmit={submit} aria-label="New order guide">
      <LimitedInput
        label="New order guide"
        placeholder="Monday or Front shelf, for example"
        most={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={make.isPending} disabled={name.trim() === ''}>
        Create
      </Button>
    </form>
  )
}

function GuideList({ guides }: { guides: readonly Guide[] }) {
  return (
    <div className={styles.rows}>
      <table className={styles.table} aria-label="Order guides">
        <TableHead titles={['Name', 'Lines', 'Changed']} />
        <tbody>
          {guides.map(({ _id, name, countLines, changedAt }) => (
            <tr key={_id}>
              <th scope="row">
                <Link to="/orderguides/$id" params={{ id: _id }}>
                  {name}
                </Link>
              </th>
              <td>{countLines.toLocaleString('en-US')}</td>
              <td>
                <Day at={changedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
