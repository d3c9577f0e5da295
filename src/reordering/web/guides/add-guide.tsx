import { Button } from '@mantine/core'
import { useState } from 'react'
import { addList } from '#cart/web/add-list.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { ApiError } from '#web/api-error.ts'
import { call } from '#web/api.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { toastError, toastSuccess } from '#web/toast.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import text from '#web/ui/text.module.css'
import { type Guide, orderGuides } from '../../guides/contract.ts'
import { linesOf } from './add-lines.tsx'
import { shipAsScheduled } from './ship-as-scheduled.ts'

interface Missing {
  productId: string
  name: string
  reason: string
}

interface Question {
  missing: Missing[]
  /** The number of lines that can be added. */
  count: number
  answer: (isAccepted: boolean) => void
}

/** Adds a guide from the list; asks first if some of its lines cannot be added. */
export function AddGuide({ guide }: { guide: Guide }) {
  const [isAdding, setIsAdding] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = (missing: Missing[], count: number) =>
    new Promise<boolean>((resolve) => {
      const answer = (isAccepted: boolean) => {
        setQuestion(null)
        resolve(isAccepted)
      }
      setQuestion({ missing, count, answer })
    })
  const add = async () => {
    setIsAdding(true)
    try {
      const { count } = await addGuide(guide._id, ask)
      if (count > 0) toastSuccess(`${linesOf(count)} added to the cart`)
    } catch (error) {
      toastError(error instanceof ApiError ? error.message : 'The list could not be checked. Try again.')
    }
    setIsAdding(false)
  }
  return (
    <ForBuyers>
      <Button
        size="compact-sm"
        variant="default"
        loading={isAdding}
        disabled={guide.countLines === 0}
        aria-label={`Add all: ${guide.name}`}
        onClick={() => void add()}
      >
        Add all
      </Button>
      {question && <MissingLines {...question} />}
    </ForBuyers>
  )
}

const addGuide = async (id: string, ask: (missing: Missing[], count: number) => Promise<boolean>) => {
  const { lines, products, schedule } = await call(orderGuides.byId, { params: { id } })
  const cards = new Map(products.map((product) => [product._id, product]))
  const wanted = lines.flatMap(({ productId, quantity }) => {
    const product = cards.get(productId)
    return product ? [{ product, quantity }] : []
  })
  const unsold = lines
    .filter(({ productId }) => !cards.has(productId))
    .map(({ productId, name }) => ({ productId, name, reason: 'No longer in the catalog' }))
  const added = await addList(wanted, async (refused) => {
    const missing = [
      ...refused.map(({ product, reason }) => ({ productId: product._id, name: product.name, reason })),
      ...unsold,
    ]
    return missing.length === 0 || ask(missing, wanted.length - refused.length)
  })
  if (added.count > 0) shipAsScheduled(schedule)
  return added
}

function MissingLines({ missing, count, answer }: Question) {
  return (
    <Confirm
      isOpen
      question={`${linesOf(missing.length)} can’t be added`}
      answer={`Add the other ${linesOf(count)}`}
      confirm={count > 0 ? () => answer(true) : undefined}
      close={() => answer(false)}
    >
      <ul className={text.bullets}>
        {missing.map(({ productId, name, reason }) => (
          <li key={productId}>
            <DrugName name={name} />: {reason}
          </li>
        ))}
      </ul>
    </Confirm>
  )
}
