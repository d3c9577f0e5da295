import { BadgeCheck } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { Button, NativeSelect } from '@mantine/core'
import { useUser } from '#web/session.ts'
import { businessDayWords } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import type { Reply } from '#shared/endpoint.ts'
import { DayField } from '#web/form/day-field.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import panel from '#web/ui/panel.module.css'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { requestsPerPage, type approvals } from '../../approvals/contract.ts'
import { fullName } from '#shared/full-name.ts'
import styles from './approvals.module.css'
import { useRequests, useDeputy, useSetDeputy } from './hooks.ts'
import { requestColumns } from './request-columns.tsx'
import { useStatus } from './waiting-count.tsx'

/** Requests waiting for the reader's approval, and the reader's own requests. */
export function RequestsPage() {
  const status = useStatus(true)
  const user = useUser()
  const isApprover = user?.buyingRole === 'approver' || user?.buyingRole === 'manager'
  return (
    <>
      <PageHeading title="Approvals" lead="Orders waiting for approval." />
      <QueryStates query={status}>
        {({ mayApprove }) => (
          <div className={styles.sections}>
            {mayApprove && (
              <Requests
                whose="others"
                title="To approve"
                empty="Nothing to approve. We email you when someone requests approval."
              />
            )}
            {!isApprover && (
              <Requests
                whose="mine"
                title="My requests"
                empty="Your orders that need approval appear here, with their status."
              />
            )}
            {isApprover && <DeputyPanel />}
          </div>
        )}
      </QueryStates>
    </>
  )
}

interface Props {
  whose: 'mine' | 'others'
  title: string
  empty: string
}

function Requests({ whose, title, empty }: Props) {
  const [page, setPage] = useState(1)
  const query = useRequests(whose, page)
  return (
    <section aria-label={title}>
      <h2 className={panel.title}>{title}</h2>
      <QueryStates query={query}>
        {({ requests, count }) => (
          <>
            <ListTable
              caption={title}
              columns={requestColumns}
              rows={requests}
              rowKey={({ _id }) => _id}
              empty={{ icon: <BadgeCheck size={28} strokeWidth={1.5} />, title: 'No requests', text: empty }}
            />
            <PageNumbers page={page} pages={Math.ceil(count / requestsPerPage)} goTo={setPage} />
          </>
        )}
      </QueryStates>
    </section>
  )
}

/** Lets an approver choose a delegate while they are away. */
function DeputyPanel() {
  const query = useDeputy()
  return (
    <Fold title="Your delegate" summary={query.data && delegateWords(query.data.deputy)}>
      <QueryStates query={query} skeleton={<Skeleton height="6rem" />}>
        {(told) => <Deputy key={JSON.stringify(told.deputy)} {...told} />}
      </QueryStates>
    </Fold>
  )
}

const delegateWords = (deputy: Reply<typeof approvals.deputy>['deputy']): string =>
  deputy ? `${fullName(deputy)} through ${businessDayWords(deputy.until)}` : 'None'

function Deputy({ deputy, choices }: Reply<typeof approvals.deputy>) {
  const [deputyId, setDeputyId] = useState('')
  const [until, setUntil] = useState('')
  const [refused, setRefused] = useState<Record<string, string>>({})
  const set = useSetDeputy(() => {})
  const name = (event: SyntheticEvent) => {
    event.preventDefault()
    const missing = {
      ...(deputyId === '' && { deputyId: 'Choose a person.' }),
      ...(until === '' && { until: 'Choose an end date.' }),
    }
    setRefused(missing)
    if (Object.keys(missing).length > 0) return
    set.mutate(
      { body: { deputyId, until } },
      { onError: ({ details, message }) => setRefused({ [String(details['field'])]: message }) },
    )
  }
  if (deputy)
    return (
      <>
        <p className={formStyles.note}>
          {fullName(deputy)} gets your approval emails and decides for you through {businessDayWords(deputy.until)}.
        </p>
        <FormActions>
          <Button
            variant="default"
            loading={set.isPending}
            onClick={() => set.mutate({ body: { deputyId: null, until: deputy.until } })}
          >
            Remove delegate
          </Button>
        </FormActions>
      </>
    )
  if (choices.length === 0)
    return (
      <p className={formStyles.note}>No one else at your business can place orders, so there is no one to choose.</p>
    )
  return (
    <form className={styles.rules} noValidate onSubmit={name} aria-label="Your delegate">
      <p className={formStyles.note}>Choose someone to approve orders while you’re away.</p>
      <div className={formStyles.fields}>
        <NativeSelect
          label="Delegate"
          data={[
            { value: '', label: 'Choose a person' },
            ...choices.map((one) => ({ value: one._id, label: fullName(one) })),
          ]}
          value={deputyId}
          error={refused['deputyId']}
          onChange={(event) => setDeputyId(event.currentTarget.value)}
        />
        <DayField
          label="Last day"
          value={until}
          error={refused['until']}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </div>
      <FormActions>
        <Button type="submit" loading={set.isPending}>
          Save delegate
        </Button>
      </FormActions>
    </form>
  )
}
