import { useState } from 'react'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AppPanel } from './app-panel.tsx'
import { useFactors } from './hooks.ts'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { RecoveryCodesDialog, RecoveryCodesPanel } from './recovery-codes.tsx'

/** The user's sign-in methods besides the password. */
export function SecurityPanels() {
  const factors = useFactors()
  const [codes, setCodes] = useState<string[]>([])
  return (
    <>
      <QueryStates query={factors} skeleton={<Skeleton height="20rem" />}>
        {({ passkeys, app, recoveryCodesLeft }) => (
          <>
            <PasskeysPanel passkeys={passkeys} show={setCodes} />
            <AppPanel app={app} show={setCodes} />
            {(passkeys.length > 0 || app) && <RecoveryCodesPanel left={recoveryCodesLeft} show={setCodes} />}
          </>
        )}
      </QueryStates>
      <RecoveryCodesDialog codes={codes} close={() => setCodes([])} />
    </>
  )
}
