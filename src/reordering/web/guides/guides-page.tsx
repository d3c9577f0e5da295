import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { ForBuyers } from '#web/for-buyers.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { GuideList } from './guide-list.tsx'
import { useGuides, useMakeGuide } from './hooks.ts'
import { GuideStates } from './guide-states.tsx'
import styles from './order-guides.module.css'
import { errorOf } from '#web/form/use-checked-form.ts'

export function OrderGuidesPage() {
  const guides = useGuides()
  return (
    <>
      <PageHeading title="Order Guides" lead="Lists of products to reorder, shared by all users of your business." />
      <GuideStates query={guides}>
        {(all) => (
          <>
            <ForBuyers>
              <NewGuide />
            </ForBuyers>
            <GuideList guides={all} empty="Name one above, or save a cart, an order or a product to a new guide." />
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
        error={errorOf(make, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={make.isPending} disabled={name.trim() === ''}>
        Create
      </Button>
    </form>
  )
}
