import type { Tone } from '#web/ui/status.tsx'
import type { ReturnDetail } from '../contract.ts'
import { isNotInHand } from '../check-return.ts'
import type { ReturnState } from '../return-shapes.ts'

export const states: Record<ReturnState, { words: string; tone: Tone }> = {
  requested: { words: 'Requested', tone: 'notice' },
  authorized: { words: 'Authorized', tone: 'notice' },
  received: { words: 'Received', tone: 'notice' },
  credited: { words: 'Credited', tone: 'good' },
  refused: { words: 'Refused', tone: 'bad' },
  canceled: { words: 'Canceled', tone: 'neutral' },
}

/** What happens next, for the customer. */
export const nextFor = ({
  state,
  creditNumber,
  items,
}: Pick<ReturnDetail, 'state' | 'creditNumber' | 'items'>): string => {
  switch (state) {
    case 'requested':
      return 'We are looking at this request. Do not ship anything before we answer.'
    case 'authorized':
      return items.every(({ reason }) => isNotInHand(reason))
        ? 'We accepted this report. There is nothing to send back.'
        : 'Follow these instructions. Write the RMA number on the outside of the package.'
    case 'received':
      return 'We received the goods. Our credit note closes this return.'
    case 'credited':
      return `Credited with credit note ${creditNumber}.`
    case 'refused':
      return 'We can’t accept this return.'
    case 'canceled':
      return 'This request was canceled. Nothing needs to be sent.'
  }
}
