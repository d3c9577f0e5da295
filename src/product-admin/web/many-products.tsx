import { Autocomplete, CloseButton } from '@mantine/core'
import { useContext, useState } from 'react'
import { useCategories } from '#catalog/web/use-categories.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { maxLengths } from '../contract.ts'
import type { ManyChange, ManyChanged, ProductRow } from '../product-shapes.ts'
import { useChangeMany } from './hooks.ts'
import { TableContext } from './product-table.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from './many-products.module.css'

type Act = ManyChange['act']

const acts: Record<Act, { label: string; question: string; answer: string; follows: string }> = {
  publish: {
    label: 'Publish',
    question: 'Publish these products?',
    answer: 'Publish',
    follows: 'Buyers can order them. Products without a price or description stay drafts; we list them.',
  },
  withdraw: {
    label: 'Unpublish',
    question: 'Unpublish these products?',
    answer: 'Unpublish',
    follows: 'They become drafts that only admins can see.',
  },
  category: {
    label: 'Change category',
    question: 'Change the category?',
    answer: 'Change category',
    follows: 'All of them move to this category.',
  },
  delete: {
    label: 'Delete',
    question: 'Are you sure to delete?',
    answer: 'Delete',
    follows: 'They will be removed from the catalog. Past orders keep them.',
  },
}

/** Actions for the selected products, and the products that were refused. */
export function ManyProducts() {
  const { rows, selected, select } = useContext(TableContext)
  const chosen = rows.filter(({ _id }) => selected.has(_id))
  const [asked, setAsked] = useState<Act | null>(null)
  const [category, setCategory] = useState('')
  const [refused, setRefused] = useState<ManyChanged['refused']>([])
  const change = useChangeMany((changed) => {
    setAsked(null)
    setRefused(changed.refused)
    select(changed.refused.map(({ _id }) => _id))
  })
  const words = acts[asked ?? 'publish']
  return (
    <>
      {refused.length > 0 && <Refused refused={refused} close={() => setRefused([])} />}
      {chosen.length > 0 && (
        <fieldset className={styles.acts} data-bottom-bar aria-label={`With ${chosen.length} selected`}>
          <output>{chosen.length} selected</output>
          {(Object.keys(acts) as Act[]).map((act) => (
            <ActButton key={act} size="xs" variant="default" onClick={() => setAsked(act)}>
              {acts[act].label}
            </ActButton>
          ))}
        </fieldset>
      )}
      <Confirm
        isOpen={asked !== null}
        question={words.question}
        answer={words.answer}
        isDestructive={asked === 'delete'}
        isPending={change.isPending}
        isBlocked={asked === 'category' && category.trim() === ''}
        confirm={() =>
          asked &&
          change.mutate({
            body: { act: asked, ids: chosen.map(({ _id }) => _id), ...(asked === 'category' && { category }) },
          })
        }
        close={() => setAsked(null)}
      >
        <p>
          <strong>{namesOf(chosen)}</strong>. {words.follows}
        </p>
        {asked === 'category' && <CategoryField value={category} change={setCategory} />}
      </Confirm>
    </>
  )
}

function CategoryField({ value, change }: { value: string; change: (value: string) => void }) {
  const { data: categories = [] } = useCategories()
  return (
    <Autocomplete
      label="Category"
      required
      data={categories}
      limit={50}
      error={value.trim().length > maxLengths.category ? `At most ${maxLengths.category} characters.` : undefined}
      value={value}
      onChange={change}
    />
  )
}

/** Stays until closed, because a toast would take the reasons away too early. */
function Refused({ refused, close }: { refused: ManyChanged['refused']; close: () => void }) {
  return (
    <Callout
      tone="warning"
      title={`${refused.length} ${refused.length === 1 ? 'product was not changed' : 'products were not changed'}`}
      action={<CloseButton aria-label="Close" onClick={close} />}
    >
      <ul className={styles.reasons}>
        {refused.map(({ _id, name, reason }) => (
          <li key={_id}>
            {name && <strong>{name}: </strong>}
            {reason}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

const maxNamed = 3

const namesOf = (rows: readonly ProductRow[]): string => {
  const names = rows.slice(0, maxNamed).map(({ name }) => name)
  const rest = rows.length - names.length
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
}
