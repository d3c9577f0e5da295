import { useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Callout } from '#web/ui/callout.tsx'
import styles from '#web/form/form.module.css'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { StepDue } from '../../factors/factor-shapes.ts'
import { useFinishSignOn } from './hooks.ts'

const SecondStep = lazyPart(() => import('../factors/second-step.tsx').then((module) => module.SecondStepPanel))

/** Removes the one-time query from the address bar and history. */
const takeQuery = (): string => {
  const { search, pathname } = location
  if (search) history.replaceState(history.state, '', pathname)
  return search
}

/** The page to which the company's provider sends the browser back. */
export function CallbackPage() {
  const { way = '' }: { way?: string } = useParams({ strict: false })
  const [query] = useState(takeQuery)
  const { mutate, error } = useFinishSignOn()
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate({ body: { way, query } })
  }, [mutate, way, query])

  const step = z.safeParse(StepDue, error?.details)
  if (step.success)
    return (
      <Suspense>
        <SecondStep step={step.data} startOver={() => location.assign('/signin')} />
      </Suspense>
    )
  return (
    <div className={styles.narrow}>
      <PageHeading title="Sign In" lead={error ? undefined : 'Signing you in…'} />
      {error && (
        <Panel>
          <div className={styles.form}>
            <Callout tone="bad">{error.message}</Callout>
            <ButtonLink to="/signin" size="md" fullWidth>
              Back to sign in
            </ButtonLink>
          </div>
        </Panel>
      )}
    </div>
  )
}
