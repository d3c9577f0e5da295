import { Checkbox, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '#identity/account-shapes.ts'
import { fullName } from '#shared/full-name.ts'
import { fieldLabels } from '#identity/field-shapes.ts'
import { SignInMethodsPanel } from '#identity/web/factors/sign-in-methods-panel.tsx'
import styles from '#web/form/form.module.css'
import { EmailField, TextField } from '#web/form/text-field.tsx'
import { useUser } from '#web/session.ts'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import { salesRepFields } from '../customer-shapes.ts'
import { useEditedUser } from './hooks.ts'
import { UserForm, type UserFormFields } from './user-form.tsx'
import { UserStatus } from './user-status.tsx'

export function EditUserPage() {
  return <EditPage label="User">{(user) => <AdminForm user={user} />}</EditPage>
}

export function EditSalesRepPage() {
  return <EditPage label="Sales Rep">{(user) => <SalesRepForm user={user} />}</EditPage>
}

function EditPage({ label, children }: { label: string; children: (user: User) => ReactNode }) {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const query = useEditedUser(id)
  return (
    <div className={styles.page}>
      <RecordHead
        title={`Edit ${label}`}
        name={query.data && (fullName(query.data) || query.data.email)}
        marks={query.data && <Marks user={query.data} />}
      />
      <QueryStates query={query}>
        {(user) => (
          <div key={user._id} className={styles.stack}>
            {children(user)}
            <SignInMethodsPanel user={user} />
          </div>
        )}
      </QueryStates>
    </div>
  )
}

function Marks({ user }: { user: User }) {
  return (
    <>
      {user.accountID && <span>{user.accountID}</span>}
      <UserStatus user={user} />
      <Text span c="dimmed">
        {[user.companyName, user.email].filter(Boolean).join(' · ')}
      </Text>
    </>
  )
}

function AdminForm({ user }: { user: User }) {
  const isSelf = useUser()?._id === user._id
  return (
    <UserForm
      user={user}
      label="User"
      names={['name', 'email', 'isAdmin', 'isReadOnly', 'isActive']}
      list="/admin/users"
    >
      {(form) => (
        <>
          <Panel>
            <div className={styles.stack}>
              <div className={styles.fields}>
                <TextField form={form} name="name" label="Name" required most={100} />
                <EmailField form={form} name="email" label="Email" required autoComplete="off" />
              </div>
              <Right
                form={form}
                name="isAdmin"
                means="Full access to products, customers, users, orders and invoices."
                isSelf={isSelf}
              />
              <Right
                form={form}
                name="isReadOnly"
                means="A director views the whole back office and cannot make changes."
                isSelf={isSelf}
              />
              <Right form={form} name="isActive" means="Inactive users cannot sign in." isSelf={isSelf} />
              {isSelf && <p className={styles.note}>Only another admin can change your permissions.</p>}
            </div>
          </Panel>
          <p className={styles.note}>
            Changing permissions signs the user out. A former admin becomes a pending customer until the customer
            profile is complete. A new email takes effect once the user confirms it.
          </p>
        </>
      )}
    </UserForm>
  )
}

const rightLabels = { isAdmin: 'Is admin', isReadOnly: 'Read-only', isActive: 'Is active' } as const

interface RightProps {
  form: UserFormFields
  name: keyof typeof rightLabels
  means: string
  isSelf: boolean
}

function Right({ form, name, means, isSelf }: RightProps) {
  return (
    <Checkbox
      key={form.key(name)}
      {...form.getInputProps(name, { type: 'checkbox' })}
      label={rightLabels[name]}
      description={means}
      disabled={isSelf}
    />
  )
}

function SalesRepForm({ user }: { user: User }) {
  return (
    <UserForm
      user={user}
      label="Sales Rep"
      names={salesRepFields}
      list="/admin/users"
      shared="Account ID and company name"
    >
      {(form) => {
        const field = (name: (typeof salesRepFields)[number]) => ({
          form,
          name,
          label: fieldLabels[name],
          required: true,
        })
        return (
          <Panel>
            <div className={styles.fields}>
              <TextField {...field('name')} most={100} />
              <TextField {...field('lastName')} most={100} />
              <TextField {...field('accountID')} most={50} />
              <TextField {...field('companyName')} most={200} />
              <EmailField {...field('email')} autoComplete="off" />
            </div>
          </Panel>
        )
      }}
    </UserForm>
  )
}
