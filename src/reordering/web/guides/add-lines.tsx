import { useState } from 'react'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { addList, type RequestedLine } from '#cart/web/add-list.ts'
import { ApiError } from '#web/api-error.ts'
import { toastError, toastSuccess } from '#web/toast.ts'
import text from '#web/ui/text.module.css'
import styles from './order-guides.module.css'

type Left = Awaited<ReturnType<typeof addList>>['left']

/** Adds lines to the cart after the server's check; `left` are those that it refused. */
export const useAddToCart = (done?: () => void) => {
  const [isAdding, setIsAdding] = useState(false)
  const [left, setLeft] = useState<Left>([])
  const add = async (wanted: readonly RequestedLine[]) => {
    setIsAdding(true)
    try {
      const added = await addList(wanted)
      setLeft(added.left)
      if (added.count > 0) {
        done?.()
        toastSuccess(`${linesOf(added.count)} added to the cart`)
      }
    } catch (error) {
      toastError(error instanceof ApiError ? error.message : 'The list could not be checked. Try again.')
    }
    setIsAdding(false)
  }
  return { isAdding, left, add }
}

export function NotAdded({ left }: { left: Left }) {
  if (left.length === 0) return null
  return (
    <section className={styles.left} aria-label="Not added">
      <p role="alert">{linesOf(left.length)} not added to the cart:</p>
      <ul className={text.bullets}>
        {left.map(({ product, quantity, reason }) => (
          <li key={product._id}>
            <strong>
              <DrugName name={product.name} />
            </strong>{' '}
            <LineMarks line={product} />, {quantity.toLocaleString('en-US')}: {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

export const linesOf = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`
