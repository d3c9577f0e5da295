import { Text } from '@mantine/core'
import { grouped } from '#shared/number-words.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { RecallDetail } from '../contract.ts'
import { basisWords } from './basis-words.ts'
import { useRecallPreview, useSendRecall } from './hooks.ts'

/** Who would be notified now, and the button that notifies them. */
export function RecallPreview({ recall: { _id: id, __v, stopsSales } }: { recall: RecallDetail }) {
  const query = useRecallPreview(id)
  const send = useSendRecall()
  return (
    <Panel title="Recipients">
      <QueryStates query={query}>
        {({ count, rows }) => (
          <>
            <ListTable
              caption="Recipients"
              columns={columns}
              rows={rows}
              rowKey={({ name, account }) => `${name} ${account}`}
              empty={{
                title: 'No recipients',
                text: 'No one bought these products since this day. Check the products and the day.',
              }}
            />
            {count > rows.length && (
              <Text c="dimmed" mt="xs">
                The first {rows.length} of {grouped(count)}. The file of addresses has all of them.
              </Text>
            )}
            {count > 0 && (
              <ConfirmButton
                label={`Send to ${countWords(count)}`}
                button={{ variant: 'filled', mt: 'md' }}
                question={`Send this recall to ${countWords(count)}?`}
                answer="Send recall"
                isPending={send.isPending}
                confirm={(onSuccess) =>
                  send.mutate({ params: { id }, body: { __v, recipients: count } }, { onSettled: onSuccess })
                }
              >
                <p>
                  Each gets an email with the subject “URGENT: DRUG RECALL”. It can’t be taken back or changed
                  afterwards.
                  {stopsSales && ' Sales of the products stop, and orders that are not sent yet wait.'}
                </p>
              </ConfirmButton>
            )}
          </>
        )}
      </QueryStates>
    </Panel>
  )
}

const countWords = (count: number): string => (count === 1 ? '1 recipient' : `${grouped(count)} recipients`)

type Row = { name: string; account: string; basis: 'lot' | 'window'; pieces: number }

const columns: ListColumn<Row>[] = [
  { title: 'Customer', isName: true, cell: ({ name }) => name },
  { title: 'Why', phone: 'start', width: '16rem', cell: ({ basis }) => basisWords[basis] },
  { title: 'Pieces', phone: 'end', align: 'right', width: '7rem', cell: ({ pieces }) => grouped(pieces) },
]
