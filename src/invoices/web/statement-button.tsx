import { Button, Popover, TextInput } from '@mantine/core'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { saveStatement } from './hooks.ts'
import styles from './statement-button.module.css'

interface Props {
  /** Whose: a user's id; admins name the account in the form instead. */
  userId: string
  isAdmin: boolean
}

/** The statement of one month, as PDF to print and as CSV to check. */
export function StatementButton({ userId, isAdmin }: Props) {
  const [month, setMonth] = useState(lastMonth)
  const [account, setAccount] = useState('')
  const [loading, setLoading] = useState<'pdf' | 'csv' | null>(null)
  const of = isAdmin ? account.trim() : userId
  const isReady = /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && of !== ''

  const save = async (kind: 'pdf' | 'csv') => {
    setLoading(kind)
    await saveStatement({ of, month }, kind)
    setLoading(null)
  }
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<FileText size={14} aria-hidden />}>
          Statement
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Monthly statement">
        <div className={styles.form}>
          {isAdmin && (
            <TextInput
              size="xs"
              label="Account"
              maxLength={60}
              value={account}
              onChange={(event) => setAccount(event.currentTarget.value)}
            />
          )}
          <TextInput
            size="xs"
            type="month"
            label="Month"
            placeholder="2026-11"
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <div className={styles.buttons}>
            <Button size="xs" disabled={!isReady} loading={loading === 'pdf'} onClick={() => void save('pdf')}>
              PDF
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={!isReady}
              loading={loading === 'csv'}
              onClick={() => void save('csv')}
            >
              CSV
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const lastMonth = (): string => {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}
