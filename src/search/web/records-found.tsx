import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import panel from '#web/ui/panel.module.css'
import { type FoundRecord, readRecordText } from '#shared/found-record.ts'
import { chooseCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { kindWords, listBehind, pageOf } from './record-links.ts'
import styles from './records-found.module.css'
import { useRecords } from './use-records.ts'

/** The user's records that match the query, above the products; renders nothing if there are none. */
export function RecordsFound({ query }: { query: string }) {
  const groups = useRecords(query)
  const isAdmin = useUser()?.isAdmin === true
  const { text } = readRecordText(query)
  if (groups.length === 0) return null
  return (
    <section className={`${panel.surface} ${styles.found}`} aria-label="Records found">
      {groups.map(({ kind, records, isMore }) => {
        const list = isMore ? listBehind(kind, text, isAdmin) : null
        return (
          <div key={kind}>
            <Text component="h2" mb={4} fz="md" fw={620}>
              {kindWords[kind]}
            </Text>
            <Stack component="ul" gap={4}>
              {records.map((record) => (
                <li key={record._id}>
                  <RecordLink record={record} isAdmin={isAdmin} />{' '}
                  <span className={styles.detail}>{record.detail}</span>
                </li>
              ))}
              {list && (
                <li>
                  <Link to={list.to} search={list.search}>
                    All {kindWords[kind].toLowerCase()} with “{text}”
                  </Link>
                </li>
              )}
            </Stack>
          </div>
        )
      })}
    </section>
  )
}

function RecordLink({ record, isAdmin }: { record: FoundRecord; isAdmin: boolean }) {
  const { title, customer } = record
  const page = pageOf(record, isAdmin)
  if (page !== null) return <Link to={page}>{title}</Link>
  return (
    <Button size="compact-xs" variant="default" onClick={() => customer && chooseCustomer(customer)}>
      Order for {title}
    </Button>
  )
}
