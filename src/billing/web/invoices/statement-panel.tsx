import { Checkbox } from '@mantine/core'
import { useChosen } from '#web/form/use-chosen.ts'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useChooseStatementByMail, useStatementByMail } from './hooks.ts'

/** The user's own setting for monthly statements by email. */
export function StatementPanel() {
  const chosen = useStatementByMail()
  return (
    <Panel title="Monthly statement">
      <QueryStates query={chosen} skeleton={<Skeleton height="3rem" />}>
        {({ isWanted }) => <StatementChoice isWanted={isWanted} />}
      </QueryStates>
    </Panel>
  )
}

function StatementChoice({ isWanted }: { isWanted: boolean }) {
  const { mutate, isPending } = useChooseStatementByMail()
  const [isChosen, choose] = useChosen(isWanted)
  return (
    <Checkbox
      label="Email me the monthly statement of my business"
      description="A PDF on the 1st of each month. Not sent if there is nothing to report."
      checked={isChosen}
      disabled={isPending}
      onChange={({ currentTarget: { checked } }) => {
        choose(checked)
        mutate({ body: { isWanted: checked } }, { onError: () => choose(null) })
      }}
    />
  )
}
