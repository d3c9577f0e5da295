import { SavedCheckbox } from '#web/form/saved-checkbox.tsx'
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
  return (
    <SavedCheckbox
      label="Email me the monthly statement of my business"
      description="A PDF on the 1st of each month. Not sent if there is nothing to report."
      isOn={isWanted}
      disabled={isPending}
      save={(isOn, ending) => mutate({ body: { isWanted: isOn } }, ending)}
    />
  )
}
