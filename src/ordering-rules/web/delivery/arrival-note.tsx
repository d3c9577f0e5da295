import { Truck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { arrivalWords } from '../../delivery/arrival-words.ts'
import styles from './arrival-note.module.css'
import { useArrivals } from './hooks.ts'

interface Props {
  items: readonly { coldStatus: string; isNonStocked: boolean }[]
  method: string
}

const halfMinute = 30_000

/** When an order of these items would arrive if placed before the cut-off; renders nothing if unknown. */
export function ArrivalNote({ items, method }: Props) {
  const { data, dataUpdatedAt, refetch } = useArrivals()
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    // The timestamp is zero until the first response.
    if (dataUpdatedAt === 0) return
    const tick = () => setPassed(Math.max(0, Date.now() - dataUpdatedAt))
    tick()
    const timer = setInterval(tick, halfMinute)
    return () => clearInterval(timer)
  }, [dataUpdatedAt])
  const now = new Date(Date.parse(data?.now ?? '1970-01-01') + passed)
  const isOver = [data?.methods[method], data?.cold].some((one) => one && new Date(one.orderBy) <= now)
  useEffect(() => {
    if (isOver) void refetch()
  }, [isOver, refetch])
  if (!data || isOver) return null
  const stocked = items.filter(({ isNonStocked }) => !isNonStocked)
  const words = arrivalWords(
    {
      warm: data.methods[method] ?? null,
      cold: data.cold,
      hasWarm: stocked.some(({ coldStatus }) => coldStatus === ''),
      hasCold: stocked.some(({ coldStatus }) => coldStatus !== ''),
      hasSpecialOrders: stocked.length < items.length,
    },
    { now, timeZone: data.timeZone },
  )
  if (!words) return null
  return (
    <p className={styles.note}>
      <Truck size={16} aria-hidden />
      {words}
    </p>
  )
}
