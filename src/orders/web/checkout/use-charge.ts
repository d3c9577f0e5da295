import { useRef, useState } from 'react'
import { useCostCenterChoices } from '#budgets/web/use-cost-center-choices.ts'

/** The cost center for the order, from the billed business's list; reset when the customer changes. */
export const useCharge = (customerId: string | undefined) => {
  const choices = useCostCenterChoices(customerId)
  const [chosen, setChosen] = useState<{ customerId: string | undefined; id: string | undefined } | null>(null)
  const [error, setError] = useState<string | undefined>()
  const field = useRef<HTMLSelectElement>(null)
  const offered = choices.data?.costCenters ?? []
  const id = chosen?.customerId === customerId ? chosen?.id : undefined
  const costCenterId = offered.some(({ _id }) => _id === id) ? id : undefined
  return {
    /** Undefined if there are no cost centers. */
    choices: offered.length > 0 ? choices.data : undefined,
    field,
    costCenterId,
    isMissing: choices.data?.isRequired === true && costCenterId === undefined,
    error,
    choose: (next: string | undefined) => {
      setError(undefined)
      setChosen({ customerId, id: next })
    },
    ask: () => {
      setError('Choose a cost center for this order.')
      field.current?.focus()
    },
    /** The list may have changed. */
    refuse: (message: string) => {
      setError(message)
      void choices.refetch()
    },
  }
}
