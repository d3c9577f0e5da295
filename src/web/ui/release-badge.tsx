import { releaseStatus, type ReleaseStatus } from '#shared/release-status.ts'
import { Status, type Tone } from './status.tsx'

const tones: Record<ReleaseStatus, Tone> = {
  Open: 'neutral',
  'In Process': 'notice',
  Completed: 'good',
  'In Preparation': 'neutral',
}

/** The status of an order or invoice by its ERP code. */
export function ReleaseBadge({ code }: { code: string | null }) {
  const status = releaseStatus(code)
  return <Status tone={tones[status]}>{status}</Status>
}
