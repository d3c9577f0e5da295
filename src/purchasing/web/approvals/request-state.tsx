import { Status, type Tone } from '#web/ui/status.tsx'
import type { RequestRow } from '../../approvals/request-shapes.ts'

const words: Record<RequestRow['state'], [tone: Tone, word: string]> = {
  waiting: ['notice', 'Waiting'],
  approved: ['good', 'Approved'],
  rejected: ['bad', 'Rejected'],
  withdrawn: ['neutral', 'Withdrawn'],
  expired: ['neutral', 'Expired'],
}

export function RequestStateBadge({ state }: { state: RequestRow['state'] }) {
  const [tone, word] = words[state]
  return <Status tone={tone}>{word}</Status>
}
