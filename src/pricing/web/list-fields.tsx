import { TextInput } from '@mantine/core'
import type { NewPriceList } from '../list-shapes.ts'
import styles from '#customers/web/audience/audience.module.css'
import { DayField } from '#web/form/day-field.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'

/** Form values of a price list’s details. */
export interface TypedFacts {
  name: string
  contractNumber: string
  validFrom: string
  validTo: string
  priority: string
}

export const listFactsOf = ({ name, contractNumber, validFrom, validTo, priority }: TypedFacts): NewPriceList => ({
  name: name.trim(),
  contractNumber: contractNumber.trim(),
  currency: 'USD',
  validFrom,
  validTo: validTo || null,
  priority: Number(priority || 0),
})

interface Props {
  facts: TypedFacts
  change: (part: Partial<TypedFacts>) => void
}

export function ListFields({ facts, change }: Props) {
  const isBackwards = facts.validTo !== '' && facts.validTo < facts.validFrom
  return (
    <div className={styles.fields}>
      <LimitedInput
        label="Name"
        description="Buyers see it next to the price."
        required
        most={120}
        value={facts.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <LimitedInput
        label="Contract number"
        description="Only staff see it."
        most={60}
        value={facts.contractNumber}
        onChange={(event) => change({ contractNumber: event.currentTarget.value })}
      />
      <DayField
        label="Valid from"
        description="Starts at midnight."
        required
        value={facts.validFrom}
        onChange={(event) => change({ validFrom: event.currentTarget.value })}
      />
      <DayField
        label="Valid to"
        description="Last day. Leave blank for no end date."
        value={facts.validTo}
        error={isBackwards ? 'The end date is before the start date.' : undefined}
        onChange={(event) => change({ validTo: event.currentTarget.value })}
      />
      <TextInput
        label="Priority"
        description="The list with the highest priority wins."
        inputMode="numeric"
        value={facts.priority}
        error={/^-?\d{0,4}$/.test(facts.priority) ? undefined : 'Enter a whole number, such as 10.'}
        onChange={(event) => change({ priority: event.currentTarget.value })}
      />
    </div>
  )
}
