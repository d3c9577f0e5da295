import { useDebouncedValue } from '@mantine/hooks'
import { Fragment } from 'react'
import { TextLink } from '#web/ui/button-link.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import { Status } from '#web/ui/status.tsx'
import { useOrdersWithNumber } from './hooks.ts'

interface Props {
  /** A purchase order number. */
  number: string
  /** The customer that staff order for. */
  forUser?: string | undefined
}

/** A warning that the number was used before; such an order can be placed. */
export function EarlierOrders({ number, forUser }: Props) {
  const [typed] = useDebouncedValue(number.trim(), 400)
  const { data: earlier = [] } = useOrdersWithNumber(typed, forUser)
  const isShown = earlier.length > 0 && typed === number.trim()
  return (
    <div aria-live="polite">
      {isShown && (
        <Status tone="notice">
          {'Used before: '}
          {earlier.map(({ _id, orderIdSap, createdAt }, at) => (
            <Fragment key={_id}>
              {at > 0 && ', '}
              <TextLink to="/order/$id" params={{ id: _id }} td="underline">
                {orderIdSap ? `order ${orderIdSap}` : 'an order'}
              </TextLink>
              {` of ${businessDayWords(createdAt)}`}
            </Fragment>
          ))}
        </Status>
      )}
    </div>
  )
}
