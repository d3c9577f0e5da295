import { Stack } from '@mantine/core'
import panel from '#web/ui/panel.module.css'
import { PageHeading } from '#web/ui/page-heading.tsx'
import pageStyles from '../sign-in-page.module.css'
import { StepForm, type StepProps } from './step-form.tsx'

/** The second step as a page of its own. */
export function SecondStepPanel(props: StepProps) {
  return (
    <Stack gap={0} w="100%" maw="25rem" mt="clamp(0rem, 5vh, 3rem)" mx="auto">
      <PageHeading title="Confirm it is you" lead="One more step." />
      <div className={`${panel.surface} ${pageStyles.card}`}>
        <StepForm {...props} />
      </div>
    </Stack>
  )
}
