import { Button } from '@mantine/core'
import { useState } from 'react'
import { asDollars } from '#shared/money.ts'
import { isFarFrom } from '#shared/read-number.ts'
import { Callout } from './callout.tsx'

interface Known {
  /** Such as `the list price`. */
  name: string
  price: number | null | undefined
}

interface Doubt {
  sentence: string
  price: number
  goOn: () => void
}

/** Asks for confirmation of a price more than ten times above or below a known one. */
export const usePriceDoubt = () => {
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  /** Continues immediately, or after confirmation. */
  const check = (price: number, known: readonly Known[], goOn: () => void): void => {
    const far = known.find((one) => isFarFrom(price, one.price ?? 0))
    if (!far) return settle(goOn)
    const how = price > (far.price ?? 0) ? 'more than ten times' : 'less than a tenth of'
    setDoubt({ price, goOn, sentence: `${asDollars(price)} is ${how} ${far.name}, ${asDollars(far.price ?? 0)}.` })
  }
  const settle = (goOn: () => void) => {
    setDoubt(null)
    goOn()
  }
  const question = doubt && (
    <Callout tone="warning" title="Is this price right?">
      <p style={{ margin: '0 0 0.5rem' }}>{doubt.sentence}</p>
      <Button size="compact-sm" variant="default" onClick={() => settle(doubt.goOn)}>
        Yes, {asDollars(doubt.price)} is right
      </Button>
    </Callout>
  )
  return { check, question, forget: () => setDoubt(null) }
}
