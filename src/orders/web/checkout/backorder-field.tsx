import { NativeSelect } from '@mantine/core'
import { type BackorderChoice, backorderChoices, backorderWords } from '#fulfillment/backorder-shapes.ts'

interface Props {
  value: BackorderChoice
  choose: (choice: BackorderChoice) => void
}

/** What to do with pieces that cannot ship at first. */
export function BackorderField({ value, choose }: Props) {
  return (
    <NativeSelect
      label="If items are backordered"
      description={value === 'cancelRest' ? 'We ask the warehouse to cancel what cannot ship at first.' : undefined}
      size="md"
      maw={420}
      value={value}
      data={backorderChoices.map((choice) => ({ value: choice, label: backorderWords[choice] }))}
      onChange={(event) => {
        const choice = backorderChoices.find((one) => one === event.currentTarget.value)
        if (choice) choose(choice)
      }}
    />
  )
}
