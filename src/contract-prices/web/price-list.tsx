import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { asDollars } from '#shared/money.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { CustomPrice } from '#catalogue/contract.ts'
import { PriceDialog } from './price-dialog.tsx'
import { DeletePriceButton } from './price-field.tsx'
import styles from './prices.module.css'

interface Props {
  title: string
  lead: string
  entries: CustomPrice[]
  change: (entries: CustomPrice[]) => void
}

const mostShown = 200

export function PriceList({ title, lead, entries, change }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<CustomPrice | null>(null)
  const [query, setQuery] = useState('')
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter(({ email, company, name }) =>
    words.every((word) => `${email} ${company} ${name}`.toLowerCase().includes(word)),
  )
  const add = (entry: CustomPrice) => {
    change([...entries.filter(({ userId }) => userId !== entry.userId), entry])
    setIsAdding(false)
  }
  const remove = () => {
    change(entries.filter((entry) => entry !== leaving))
    setLeaving(null)
  }
  return (
    <Panel>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {title} {entries.length > 0 && `(${entries.length.toLocaleString('en-US')})`}
        </h2>
        <Button size="xs" variant="default" onClick={() => setIsAdding(true)} aria-label={`Add a price: ${title}`}>
          Add a price
        </Button>
      </div>
      <p className={styles.lead}>{lead}</p>
      {entries.length > 10 && (
        <TextInput
          size="xs"
          mb="xs"
          maw={280}
          aria-label={`Find in ${title}`}
          placeholder="Find a customer"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {entries.length === 0 && <p className={styles.note}>No customer has a price of their own here yet.</p>}
      {found.length > 0 && (
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              <th>Email</th>
              <th>Company</th>
              <th>Name</th>
              <th data-align="right">Price</th>
              <th>Delete</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, mostShown).map((entry) => (
              <tr key={entry.userId}>
                <td>
                  <Link
                    to="/admin/customerprices/$id"
                    params={{ id: entry.userId }}
                    title="All prices of this customer"
                  >
                    {entry.email}
                  </Link>
                </td>
                <td>{entry.company}</td>
                <td>{entry.name}</td>
                <td data-align="right">{asDollars(entry.price)}</td>
                <td>
                  <DeletePriceButton of={entry.email} onClick={() => setLeaving(entry)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.length > mostShown && <p className={styles.note}>The first {mostShown}. Type to find the others.</p>}
      <PriceDialog isOpen={isAdding} title={title} taken={entries} add={add} close={() => setIsAdding(false)} />
      <Confirm
        isOpen={leaving !== null}
        question="Are you sure to delete custom pricing for a client ?"
        answer="Delete"
        isDestructive
        confirm={remove}
        close={() => setLeaving(null)}
      >
        {leaving && <p>{leaving.company || leaving.email} will pay the default price again once you press Update.</p>}
      </Confirm>
    </Panel>
  )
}
