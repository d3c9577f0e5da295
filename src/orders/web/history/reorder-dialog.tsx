import { Checkbox, Stack } from '@mantine/core'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import type { ProductSchedule } from '#compliance/schedules/contract.ts'
import { StateMark } from '#compliance/web/schedules/state-mark.tsx'
import { useStateSchedules } from '#compliance/web/schedules/use-state-schedules.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { useState } from 'react'
import { users } from '#customers/contract.ts'
import { outOfStock } from '#cart/cart.ts'
import { addToBrowserCart, cart } from '#cart/web/store.ts'
import { call } from '#web/api.ts'
import { chooseCustomer, customer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { toastSuccess, toastWarning } from '#web/toast.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Money } from '#web/ui/money.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { grouped } from '#shared/number-words.ts'
import type { ReorderLine } from '../../order-shapes.ts'
import { addAgain, type Again } from './add-again.ts'
import styles from './reorder-dialog.module.css'
import { useReorderLines } from './hooks.ts'

interface Props {
  order: { _id: string; orderIdSap: string | null; billToPartyID: string; customerId: string } | null
  close: () => void
  /** Only the pieces whose backorder ended. */
  isRest?: boolean
}

/** Shows line by line, before anything is added, what goes into the cart, at which price, and what does not. */
export function ReorderDialog({ order, close, isRest = false }: Props) {
  const [shown, setShown] = useState(order)
  const [takeWhatThereIs, setTake] = useState(false)
  if (order && order._id !== shown?._id) {
    setShown(order)
    setTake(false)
  }
  const lines = useReorderLines(order?._id ?? null, isRest)
  const again = lines.data && addAgain(cart(), lines.data, takeWhatThereIs)
  const canTakeSome = lines.data?.some(({ verdict }) => verdict === 'short') ?? false

  const user = useUser()
  const isStaff = user !== null && (user.isAdmin || user.isSalesRep)
  // Of another customer than the chosen one, where the order would ship to is not known yet.
  const isKnown = !isStaff || customer()?._id === shown?.customerId
  const byState = useStateSchedules(isKnown ? (lines.data?.flatMap(({ _id }) => _id || []) ?? []) : [])

  const confirm = async () => {
    close()
    if (!order || !lines.data || (isStaff && !(await workForCustomerOf(order)))) return
    put(addAgain(cart(), lines.data, takeWhatThereIs))
  }
  return (
    <Confirm
      isOpen={order !== null}
      question="Do you really want to reorder"
      answer="Re-Order"
      isPending={lines.isPending && order !== null}
      confirm={lines.error || again?.added.length === 0 ? undefined : () => void confirm()}
      close={close}
    >
      <QueryStates query={lines} skeleton={<LinesOutline />}>
        {(found) => (
          <>
            <p>
              {shown?.orderIdSap ? `Order ${shown.orderIdSap}: ` : ''}
              {again && inWords(again)}
            </p>
            <ul className={styles.lines} aria-label="Products of this order">
              {found.map((line, at) => (
                <Line key={`${line._id}-${at}`} line={line} again={again} byState={byState.get(line._id)} />
              ))}
            </ul>
            {canTakeSome && (
              <Checkbox
                label="If stock is short, add what is available"
                checked={takeWhatThereIs}
                onChange={(event) => setTake(event.currentTarget.checked)}
              />
            )}
          </>
        )}
      </QueryStates>
    </Confirm>
  )
}

/** Switches staff to the customer of the order; resolves with false if that customer is no longer available. */
const workForCustomerOf = async ({ billToPartyID, customerId }: NonNullable<Props['order']>): Promise<boolean> => {
  if (customer()?._id === customerId) return true
  const query = { query: billToPartyID, customers: 'true' as const, pageSize: 200 }
  const found = (await call(users.list, { query }).catch(() => [])).find(({ _id }) => _id === customerId)
  if (found) chooseCustomer(found)
  else toastWarning('You can no longer order for the customer of this order.')
  return found !== undefined
}

interface LineProps {
  line: ReorderLine
  again: Again | undefined
  byState: ProductSchedule | undefined
}

function Line({ line, again, byState }: LineProps) {
  const skipped = again?.skipped.find((one) => one.line === line)
  const added = again?.added.find(({ _id }) => _id === line._id)
  const isPriceChanged = line.price !== null && line.price !== line.paidPrice
  return (
    <li data-skipped={skipped ? true : undefined}>
      <span className={styles.name}>
        <DrugName name={line.name} /> <LineMarks line={line} /> <StateMark of={byState} />
      </span>
      <span className={styles.what}>
        {skipped || !added ? (
          (skipped?.why ?? '')
        ) : (
          <>
            {grouped(line.quantity)} × <Money amount={added.price} />
            {isPriceChanged && <Money amount={line.paidPrice} isStruck />}
          </>
        )}
      </span>
    </li>
  )
}

function LinesOutline() {
  return (
    <Stack component="output" gap="xs" aria-label="Loading">
      <Skeleton width="60%" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </Stack>
  )
}

const inWords = ({ added, skipped }: Again): string => {
  const some = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`
  if (skipped.length === 0) return `${some(added.length)} will be added at today’s price.`
  if (added.length === 0) return 'None of its products can be added right now.'
  return `${some(added.length)} will be added at today’s price, ${skipped.length} cannot.`
}

const put = ({ added, skipped }: Again): void => {
  for (const item of added) addToBrowserCart(item)
  for (const { line } of skipped)
    // oxlint-disable-next-line no-console -- helps to find out why a line is missing
    if (line.verdict !== 'notSold') console.warn(outOfStock)
  if (skipped.length === 0) toastSuccess('All the items have been added in the cart to reorder')
  else
    toastWarning(
      `${added.length} added to the cart. Not added: ${skipped.map(({ line, why }) => `${line.name} (${why.replace(/\.$/, '')})`).join('; ')}.`,
    )
}
