import { NativeSelect } from '@mantine/core'
import type { RefObject } from 'react'
import { type CostCenterChoices, costCenterWords } from '../../charge-shapes.ts'

interface Props {
  choices: CostCenterChoices
  value: string | undefined
  choose: (id: string | undefined) => void
  error: string | undefined
  inputRef: RefObject<HTMLSelectElement | null>
}

/** The cost center of an order; none is preselected. */
export function CostCenterField({ choices: { costCenters, isRequired }, value, choose, error, inputRef }: Props) {
  return (
    <NativeSelect
      ref={inputRef}
      label="Cost center"
      description={isRequired ? 'Ward, department or site to charge.' : 'Optional. Ward, department or site to charge.'}
      size="md"
      maw={420}
      required={isRequired}
      value={value ?? ''}
      error={error}
      data={[
        { value: '', label: isRequired ? 'Choose a cost center' : 'None' },
        ...costCenters.map((one) => ({ value: one._id, label: costCenterWords(one) })),
      ]}
      onChange={(event) => choose(event.currentTarget.value || undefined)}
    />
  )
}
