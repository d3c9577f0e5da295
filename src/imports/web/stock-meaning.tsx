import { Radio, TextInput } from '@mantine/core'
import type { MapState } from './use-import.ts'

interface Props {
  state: MapState
  change: (patch: Partial<MapState>) => void
}

/** How a stock column is applied: orders placed after the file was made must not be undone. */
export function StockMeaning({ state: { stock, countedAt }, change }: Props) {
  return (
    <Radio.Group
      label="Count In Stock"
      value={stock}
      onChange={(value) => change({ stock: value === 'set' ? 'set' : 'since' })}
    >
      <Radio mt="xs" value="since" label="Stock when the file was created: keep later orders and corrections" />
      {stock === 'since' && (
        <TextInput
          mt="xs"
          ml="xl"
          maw={280}
          type="datetime-local"
          step={1}
          label="File created"
          value={localOf(countedAt)}
          onChange={(event) => {
            const date = new Date(event.currentTarget.value)
            if (!Number.isNaN(date.getTime())) change({ countedAt: date.toISOString() })
          }}
        />
      )}
      <Radio mt="xs" value="set" label="Stock now: set to the file’s numbers" />
    </Radio.Group>
  )
}

/** Whole seconds in the user's time zone, as the browser's field formats them. */
const localOf = (moment: string): string => {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
