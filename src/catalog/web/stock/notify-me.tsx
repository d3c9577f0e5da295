import { Button } from '@mantine/core'
import { Bell, BellRing } from 'lucide-react'
import { useUser } from '#web/session.ts'
import type { NotifyMeProps } from '#web/slots.ts'
import { businessDayWords } from '#web/ui/day.tsx'
import { grouped } from '#shared/number-words.ts'
import { useEndRequest, useRequestStock, useStockRequests } from './hooks.ts'
import styles from './notify-me.module.css'

/** Requests or cancels an in-stock notification if there is less stock than the wanted quantity. */
export function NotifyMe({ product, quantity = 1, hasWords = false }: NotifyMeProps) {
  const user = useUser()
  const isShort = !product.isNonStocked && product.countInStock < quantity
  const isBuyer = user !== null && !user.isAdmin
  return isBuyer && (isShort || hasWords) && <RequestedNote {...{ product, quantity, hasWords, isShort }} />
}

function RequestedNote({ product, quantity, hasWords, isShort }: Required<NotifyMeProps> & { isShort: boolean }) {
  const { data } = useStockRequests()
  const ask = useRequestStock()
  const end = useEndRequest()
  if (!data) return null
  const params = { id: product._id }
  const request = data.find(({ productId }) => productId === product._id)
  const toggle = () => (request ? end.mutate({ params }) : ask.mutate({ params, body: { quantity } }))
  const Icon = request ? BellRing : Bell
  const many = quantity === 1 ? 'it is' : `${grouped(quantity)} are`

  if (!hasWords)
    return (
      <button
        type="button"
        className={styles.mark}
        aria-label={`Notify me: ${product.name}`}
        aria-pressed={request !== undefined}
        title={request ? 'Turn off the notification' : `Notify me when ${many} in stock`}
        onClick={toggle}
      >
        <Icon size={18} aria-hidden />
      </button>
    )
  if (!request && !isShort) return null
  return (
    <div className={styles.words}>
      {request && (
        <p>
          We’ll email you when {request.quantity === 1 ? 'it is' : `${grouped(request.quantity)} are`} in stock, until{' '}
          {businessDayWords(request.endsAt)}.
        </p>
      )}
      <Button
        fullWidth
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        loading={ask.isPending || end.isPending}
        onClick={toggle}
      >
        {request ? 'Turn off the notification' : `Notify me when ${many} in stock`}
      </Button>
    </div>
  )
}
