import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { StaffTable } from './staff-table.tsx'
import styles from './staff-table.module.css'

export function UsersPage() {
  const [typed, setTyped] = useState('')
  const [any] = useDebouncedValue(typed.trim(), 250)
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <PageHeading title="User maintenance" lead="Admins and sales representatives.">
        <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
          Add User
        </Button>
      </PageHeading>
      <TextInput
        className={styles.search}
        aria-label="Search users"
        placeholder="Search by name, email, company or account"
        leftSection={<Search size={16} aria-hidden />}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <StaffTable title="Admins" kind="admin" any={any} />
      <StaffTable title="Sales Representatives" kind="salesRep" any={any} />
      <InviteDialog isOpen={isInviting} close={() => setIsInviting(false)} />
    </>
  )
}
