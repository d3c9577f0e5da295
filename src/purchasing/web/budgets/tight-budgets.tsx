import { monthDayWords } from '#shared/day-words.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { Block } from '#web/ui/block.tsx'
import { Money } from '#web/ui/money.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { Left, subjectOf } from './budget-cells.tsx'
import { useBudgets } from './hooks.ts'

const nearlyUsed = 0.8
const shown = 5

/** For managers: the budgets that are nearly used up or overspent, tightest first; nothing without one. */
export function TightBudgets() {
  const { data } = useBudgets()
  const tight = data?.budgets
    .filter(({ used, amount }) => used >= nearlyUsed * amount)
    .toSorted((one, other) => other.used / other.amount - one.used / one.amount)
  if (!tight?.length) return null
  return (
    <Block
      title="Budgets close to their limit"
      controls={
        <TextLink to="/people" search={{ tab: 'budgets' }}>
          {tight.length > shown ? `All ${tight.length} in Budgets` : 'Budgets'}
        </TextLink>
      }
    >
      <ListTable
        caption="Budgets close to their limit"
        rows={tight.slice(0, shown)}
        rowKey={({ _id }) => _id}
        columns={[
          { title: 'For', isName: true, cell: subjectOf },
          {
            title: 'Amount',
            align: 'right',
            phone: 'middle',
            isTitledOnPhone: true,
            cell: ({ amount }) => <Money amount={amount} />,
          },
          { title: 'Left', align: 'right', phone: 'beside', cell: (budget) => <Left budget={budget} /> },
          {
            title: 'Until',
            align: 'right',
            phone: 'start',
            isTitledOnPhone: true,
            cell: ({ until }) => monthDayWords(until),
          },
        ]}
      />
    </Block>
  )
}
