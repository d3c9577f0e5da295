import { businessToday } from '#web/business-day.ts'
import { useQuery } from '@tanstack/react-query'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { grouped } from '#shared/number-words.ts'
import { queryOf } from '#web/api.ts'
import { ListTable, RowLink } from '#web/table/list-table.tsx'
import { Block } from '#web/ui/block.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import text from '#web/ui/text.module.css'
import { fulfillment } from '../contract.ts'

const mostShown = 10

/** When the rest of the buyer's orders will come; nothing while no line is backordered. */
export function BackorderedLines() {
  const { data = [] } = useQuery({ ...queryOf(fulfillment.backorders), staleTime: 30_000 })
  if (data.length === 0) return null
  const shown = data.slice(0, mostShown)
  return (
    <Block title="Backordered lines" foldsOnPhone>
      <ListTable
        caption="Backordered lines"
        rows={shown.map((line, at) => ({ ...line, key: `${line.orderId} ${at}` }))}
        rowKey={({ key }) => key}
        columns={[
          {
            title: 'Product',
            isName: true,
            width: '100%',
            cell: ({ orderId, orderIdSap, name, purchaseOrder, ...line }) => (
              <>
                <RowLink to="/order/$id" params={{ id: orderId }}>
                  <DrugName name={name} />
                </RowLink>{' '}
                <LineMarks line={line} />
                <div className={text.dimmed}>
                  {`Order ${orderIdSap ?? 'number pending'}${purchaseOrder && `, PO ${purchaseOrder}`}`}
                </div>
              </>
            ),
          },
          {
            title: 'Backordered',
            align: 'right',
            cell: ({ backordered, ordered }) => `${grouped(backordered)} of ${grouped(ordered)}`,
          },
          {
            title: 'Expected',
            align: 'right',
            isUnbroken: true,
            cell: ({ expectedOn }) =>
              expectedOn !== null && expectedOn >= businessToday() ? (
                businessDayWords(expectedOn)
              ) : (
                <span className={text.dimmed}>
                  {expectedOn ? `Was ${businessDayWords(expectedOn)}` : 'No date yet'}
                </span>
              ),
          },
        ]}
      />
      {data.length > shown.length && (
        <p className={text.dimmed}>{`And ${grouped(data.length - shown.length)} more.`}</p>
      )}
    </Block>
  )
}
