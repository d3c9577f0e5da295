import { Button } from '@mantine/core'
import { stateName } from '#shared/us-states.ts'
import type { Table } from '#web/table/use-table.ts'
import type { orderList, OrderFilter, orderStages } from '../../order-shapes.ts'

type OrderTable = Table<(typeof orderList.filters)[number], (typeof orderList.sorts)[number]>

const words: Record<(typeof orderStages)[number], string> = {
  open: 'Open',
  held: 'On hold',
  failed: 'Not in the ERP',
  notCanceled: 'Not canceled',
}

interface Props {
  table: OrderTable
  stages: readonly (typeof orderStages)[number][]
}

/** Filters without a column: state and customer are set by links and can only be removed here. */
export function StageButtons({ table, stages }: Props) {
  const filter = table.state.query
  const { shipState, ...anywhere } = filter
  const { business, ...everyones } = filter
  return (
    <>
      {shipState !== undefined && (
        <Toggle label={`To ${stateName(shipState)}`} isOn press={() => table.filter(anywhere)} />
      )}
      {business !== undefined && <Toggle label="Customer" isOn press={() => table.filter(everyones)} />}
      {filter.stage === 'notCanceled' && !stages.includes(filter.stage) && (
        <Toggle label={words.notCanceled} isOn press={() => table.filter(toggled(filter, 'notCanceled'))} />
      )}
      {stages.map((stage) => (
        <Toggle
          key={stage}
          label={words[stage]}
          isOn={filter.stage === stage}
          press={() => table.filter(toggled(filter, stage))}
        />
      ))}
    </>
  )
}

const toggled = ({ stage, ...others }: OrderFilter, pressed: string): OrderFilter =>
  stage === pressed ? others : { ...others, stage: pressed }

function Toggle({ label, isOn, press }: { label: string; isOn: boolean; press: () => void }) {
  return (
    <Button size="xs" variant={isOn ? 'filled' : 'default'} aria-pressed={isOn} onClick={press}>
      {label}
    </Button>
  )
}
